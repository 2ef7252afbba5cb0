// Short tasks that are at hand, shared by threads of which the caller is one; results in the order of the
// tasks. (For tasks that come one by one and whose results must leave at once: OrderedLine in parallel.hpp.)
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "quadrille/parallel.hpp"

namespace quadrille {

/// Runs tasks on `jobs` threads, the caller's among them, and no thread besides: whoever is free takes the
/// next task, and the caller hands on what is done between its own tasks. Nobody is woken for a task, which
/// with tasks of a fraction of a millisecond would cost a tenth of the work.
///
///     produce() -> optional<Task>      one thread at a time; nothing ends the tasks; must not block
///     make_worker(serve) -> work       called once in each thread; work(Task) -> Product
///     serve() -> bool                  to be called by long work now and then; true if this is the caller's
///                                      thread, and then it has handed on what is done
///     consume(Product) -> bool         the caller's thread, in order; false ends it all early
///     wait()                           the caller's thread, now and then while it has nothing to do
///
/// At most `window` products a thread are kept, so memory stays bounded; work on a task that is long must
/// call serve, or the others wait. Where the system gives fewer threads, these do the work. An exception
/// anywhere ends it all and leaves run, once work under way is done; give_up is there to end that early.
template <class Task, class Product>
class Crew {
  public:
    using Serve = std::function<bool()>;
    using Work = std::function<Product(Task)>;
    struct Parts {
        std::function<std::optional<Task>()> produce;
        std::function<Work(Serve)> make_worker;
        std::function<bool(Product)> consume;
        std::function<void()> wait = [] {};
        std::function<void()> give_up = [] {};  ///< called, by any thread, when an exception ends it all
        /// Starts a thread, or throws std::system_error.
        std::function<std::jthread(std::function<void()>)> start = [](std::function<void()> part) {
            return std::jthread(std::move(part));
        };
    };

    static void run(unsigned jobs, const Parts& parts) {
        Crew crew(jobs, parts);
        {
            std::vector<std::jthread> threads;
            crew.start_others(threads);
            crew.failure_.guard([&crew] { crew.lead(); });
            crew.end();
        }
        crew.failure_.leave();
    }

  private:
    static constexpr std::size_t window = 8;
    static constexpr std::chrono::milliseconds patience{100};
    using Number = std::size_t;

    Crew(unsigned jobs, const Parts& parts) : jobs_(jobs), parts_(parts) {}

    void start_others(std::vector<std::jthread>& threads) {
        try {
            while (threads.size() + 1 < jobs_)
                threads.push_back(parts_.start([this] { failure_.guard([this] { follow(); }); }));
        } catch (const std::system_error&) {
            return;  // those that there are do it
        }
    }

    /// The caller's part.
    void lead() {
        const Work work = parts_.make_worker([this] {
            serve();
            return true;
        });
        for (;;) {
            serve();
            std::unique_lock lock(mutex_);
            if (auto task = take(lock)) {
                do_one(work, std::move(*task), lock);
                continue;
            }
            if (over_ || (produced_all_ && products_.empty())) return;
            led_ = false;
            const bool news = done_.wait_for(lock, patience, [this] { return over_ || products_.front(); });
            led_ = true;
            lock.unlock();
            if (!news) parts_.wait();
        }
    }

    /// The others' part.
    void follow() {
        const Work work = parts_.make_worker([] { return false; });
        std::unique_lock lock(mutex_);
        for (;;) {
            if (auto task = take(lock)) {
                do_one(work, std::move(*task), lock);
            } else {
                if (over_ || produced_all_) return;
                room_.wait(lock, [this] { return over_ || produced_all_ || has_room(); });
            }
        }
    }

    bool has_room() const { return products_.size() < window * jobs_; }

    /// The next task, with a place for its product; nothing if there is none now.
    std::optional<Task> take(const std::unique_lock<std::mutex>&) {
        if (over_ || produced_all_ || !has_room()) return {};
        std::optional<Task> task = parts_.produce();
        if (task) {
            products_.emplace_back();
        } else {
            produced_all_ = true;
            room_.notify_all();
        }
        return task;
    }

    /// Works on the task just taken.
    void do_one(const Work& work, Task task, std::unique_lock<std::mutex>& lock) {
        const Number mine = first_ + products_.size() - 1;
        lock.unlock();
        std::optional<Product> product = work(std::move(task));
        lock.lock();
        products_[mine - first_] = std::move(product);
        if (mine == first_ && !led_) done_.notify_one();
    }

    /// Hands on what is done, as far as nothing before it is missing.
    void serve() {
        std::unique_lock lock(mutex_);
        while (!over_ && !products_.empty() && products_.front()) {
            std::optional<Product> product = std::move(products_.front());
            products_.pop_front();
            ++first_;
            if (products_.size() == window * jobs_ / 2) room_.notify_all();
            lock.unlock();
            const bool more = parts_.consume(std::move(*product));
            lock.lock();
            over_ |= !more;
        }
    }

    void end() {
        const std::lock_guard lock(mutex_);
        over_ = true;
        room_.notify_all();
        done_.notify_all();
    }

    const unsigned jobs_;
    const Parts& parts_;
    std::mutex mutex_;
    std::condition_variable room_;                 // for the others: products have left
    std::condition_variable done_;                 // for the caller: the oldest is done
    std::deque<std::optional<Product>> products_;  // of the tasks under way, oldest first
    Number first_ = 0;                             // the number of the oldest
    bool led_ = true;                              // the caller is not waiting
    bool produced_all_ = false;
    bool over_ = false;
    FirstFailure failure_{[this] {
        end();
        parts_.give_up();
    }};
};

}  // namespace quadrille
