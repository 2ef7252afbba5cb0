// Work spread over threads, results in the order of the tasks. The only threads of the house.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "quadrille/base.hpp"

namespace quadrille {

/// The number of processors this process may run on; at least 1.
unsigned processor_count();

/// How many of a number of threads are at work, so that a long task can take one that has nothing to do.
class Threads {
  public:
    explicit Threads(unsigned count) : count_(count) {}

    /// True if a thread had nothing to do; it is then at work until give_back().
    bool borrow();
    void give_back() { --busy_; }

    /// Work that does not ask whether there is a thread: it has one. `threads` may be null.
    class AtWork {
      public:
        explicit AtWork(Threads* threads) : threads_(threads) {
            if (threads_ != nullptr) ++threads_->busy_;
        }
        AtWork(const AtWork&) = delete;
        AtWork& operator=(const AtWork&) = delete;
        ~AtWork() {
            if (threads_ != nullptr) threads_->give_back();
        }

      private:
        Threads* threads_;
    };

  private:
    const unsigned count_;
    std::atomic<unsigned> busy_{0};
};

/// Runs `beside` on a thread of its own and `work` on the caller's, and waits for both. An exception of
/// either leaves when both are done; to end the other early is theirs to arrange.
void run_beside(const std::function<void()>& beside, const std::function<void()>& work);

/// Sleeps for so long, or until shortly after `stop` is requested. True if it was not requested.
bool sleep_unless(const StopFlag& stop, double seconds);

/// The first exception of several threads.
class FirstFailure {
  public:
    /// `end` is called, by any thread, after each exception: to end what the others do.
    explicit FirstFailure(std::function<void()> end) : end_(std::move(end)) {}

    /// Runs one thread's part; its exception ends it for all.
    template <class Part>
    void guard(Part part) {
        try {
            part();
        } catch (...) {
            {
                const std::lock_guard lock(mutex_);
                if (!failure_) failure_ = std::current_exception();
            }
            end_();
        }
    }
    /// To be called when the threads are done: lets the exception leave.
    void leave() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    std::function<void()> end_;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

/// A line of tasks that are worked on by several threads and leave in the order in which they came.
///
///     produce() -> optional<Task>     one thread; nothing ends the line; may block
///     make_worker() -> work           called once in each worker thread
///     work(Task) -> Product           any worker thread
///     consume(Product) -> bool        the calling thread, in order; false ends the line early
///
/// Each thread waits for its own news and is woken by nothing else: with short tasks, waking all for each of
/// them costs a tenth of the work.
/// At most `window` tasks a worker are under way, so memory stays bounded. With one job everything runs on
/// the calling thread, one task at a time, and so it does where the system gives no threads; where it gives
/// fewer, these do the work. An exception anywhere ends the line and leaves run.
/// A produce that blocks must return by itself before run can: it is waited for; so is work under way, which
/// give_up is there to end early.
template <class Task, class Product>
class OrderedLine {
  public:
    using Work = std::function<Product(Task)>;
    struct Parts {
        std::function<std::optional<Task>()> produce;
        std::function<Work()> make_worker;
        std::function<bool(Product)> consume;
        bool at_hand = false;  ///< produce does not block: where there is one task only, no thread is started
        std::function<void()> give_up = [] {};  ///< called, by any thread, when an exception ends the line
        /// Starts a thread, or throws std::system_error.
        std::function<std::jthread(std::function<void()>)> start = [](std::function<void()> part) {
            return std::jthread(std::move(part));
        };
    };

    static void run(unsigned jobs, const Parts& parts) {
        if (jobs <= 1) return run_alone(parts);
        OrderedLine line(jobs, parts);
        if (parts.at_hand && !line.has_two()) return line.run_one();
        line.run_threads();
    }

  private:
    static constexpr std::size_t window = 8;

    struct Slot {
        std::optional<Task> task;
        std::optional<Product> product;
    };

    OrderedLine(unsigned jobs, const Parts& parts) : jobs_(jobs), parts_(parts) {}

    static void run_alone(const Parts& parts) {
        OrderedLine line(1, parts);
        line.work_alone();
    }

    /// Goes on with what is in the line, done or not, and then with what is produced.
    void work_alone() {
        Work work = parts_.make_worker();
        for (;; slots_.pop_front()) {
            if (slots_.empty()) slots_.push_back({parts_.produce(), {}});
            Slot& oldest = slots_.front();
            if (!oldest.product && !oldest.task) return;
            if (!oldest.product) oldest.product = work(std::move(*oldest.task));
            if (!parts_.consume(std::move(*oldest.product))) return;
        }
    }

    /// Takes up to two tasks into the line.
    bool has_two() {
        while (slots_.size() < 2) {
            std::optional<Task> task = parts_.produce();
            if (!task) return false;
            slots_.push_back({std::move(task), {}});
        }
        return true;
    }
    void run_one() {
        if (!slots_.empty()) parts_.consume(parts_.make_worker()(std::move(*slots_.front().task)));
    }

    void run_threads() {
        bool enough = false;
        {
            std::vector<std::jthread> threads;
            enough = start(threads);
            if (enough) failure_.guard([this] { consume_all(); });
            end();
        }
        failure_.leave();
        if (!enough) work_alone();
    }

    /// Starts the threads, as many as the system gives. False: these are too few, and none has produced.
    bool start(std::vector<std::jthread>& threads) {
        const auto work = [this] { failure_.guard([this] { work_all(); }); };
        try {
            threads.push_back(parts_.start(work));
            threads.push_back(parts_.start([this] { failure_.guard([this] { produce_all(); }); }));
            while (threads.size() <= jobs_) threads.push_back(parts_.start(work));
        } catch (const std::system_error&) {
            return threads.size() >= 2;
        }
        return true;
    }

    void end() {
        const std::lock_guard lock(mutex_);
        over_ = true;
        wake_all();
    }

    void wake_all() {
        room_.notify_all();
        work_.notify_all();
        done_.notify_all();
    }

    void produce_all() {
        for (;;) {
            std::optional<Task> task = parts_.produce();
            std::unique_lock lock(mutex_);
            if (!task) {
                produced_all_ = true;
                wake_all();
                return;
            }
            room_.wait(lock, [this] { return over_ || slots_.size() < window * jobs_; });
            if (over_) return;
            slots_.push_back({std::move(task), {}});
            work_.notify_one();
        }
    }

    void work_all() {
        Work work = parts_.make_worker();
        std::unique_lock lock(mutex_);
        for (;;) {
            work_.wait(lock, [this] { return over_ || produced_all_ || next_ < first_ + slots_.size(); });
            if (over_ || next_ == first_ + slots_.size()) return;
            const std::size_t mine = next_++;
            Task task = std::move(*slots_[mine - first_].task);
            lock.unlock();
            Product product = work(std::move(task));
            lock.lock();
            slots_[mine - first_].product = std::move(product);
            if (mine == first_) done_.notify_one();
        }
    }

    void consume_all() {
        std::unique_lock lock(mutex_);
        for (;;) {
            done_.wait(lock, [this] {
                return over_ || (produced_all_ && slots_.empty()) ||
                       (!slots_.empty() && slots_.front().product);
            });
            if (over_ || slots_.empty()) return;
            Product product = std::move(*slots_.front().product);
            slots_.pop_front();
            ++first_;
            // Not for each: several are then produced at once, while the workers still have some.
            if (slots_.size() <= window * jobs_ / 2) room_.notify_one();
            lock.unlock();
            if (!parts_.consume(std::move(product))) return;
            lock.lock();
        }
    }

    const unsigned jobs_;
    const Parts& parts_;
    std::mutex mutex_;
    std::condition_variable room_;  // for produce: tasks have left
    std::condition_variable work_;  // for workers: a task has come
    std::condition_variable done_;  // for consume: the oldest task is done
    std::deque<Slot> slots_;        // tasks under way, oldest first
    std::size_t first_ = 0;         // the number of the oldest
    std::size_t next_ = 0;          // the number of the next one to work on
    bool produced_all_ = false;
    bool over_ = false;
    FirstFailure failure_{[this] {
        end();
        parts_.give_up();
    }};
};

}  // namespace quadrille
