// Plain dancing links on 9x9 lines, as a yardstick: Knuth's Algorithm X with the smallest column first, no
// more cleverness than that. Usage: dancing [LIMIT] < lines. Prints the first solution of each line, or
// with a LIMIT above 1 the number of solutions up to it.
#include <array>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

// Columns 1..324 under the root 0; four entries a candidate, in one array of links.
class Dancing {
  public:
    Dancing()
        : up_(column_count + 1), down_(column_count + 1), left_(column_count + 1), right_(column_count + 1) {
        column_.resize(column_count + 1);
        candidate_.resize(column_count + 1);
        for (int c = 0; c <= column_count; ++c) {
            up_[at(c)] = down_[at(c)] = column_[at(c)] = c;
            left_[at(c)] = c == 0 ? column_count : c - 1;
            right_[at(c)] = c == column_count ? 0 : c + 1;
        }
        for (int candidate = 0; candidate < 729; ++candidate) add(candidate);
    }

    /// The number of solutions up to `limit`; the first in `grid`.
    long solve(const std::string& line, long limit, std::string& grid) {
        std::vector<int> given;
        bool fits = true;
        grid = std::string(81, '.');
        for (int cell = 0; cell < 81 && fits; ++cell) {
            if (line[at(cell)] < '1' || line[at(cell)] > '9') continue;
            const int first = first_entry_[at(9 * cell + line[at(cell)] - '1')];
            for (int k = 0; k < 4; ++k) fits = fits && !covered_[at(column_[at(first + k)])];
            if (!fits) break;
            for (int k = 0; k < 4; ++k) cover(column_[at(first + k)]);
            given.push_back(first);
            grid[at(cell)] = line[at(cell)];
        }
        found_ = 0;
        limit_ = limit;
        work_ = first_ = grid;
        if (fits) search();
        for (; !given.empty(); given.pop_back()) {
            for (int k = 3; k >= 0; --k) uncover(column_[at(given.back() + k)]);
        }
        grid = first_;
        return found_;
    }

  private:
    static constexpr int column_count = 324;
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    void add(int candidate) {
        const int cell = candidate / 9, digit = candidate % 9, row = cell / 9, column = cell % 9;
        const int box = row / 3 * 3 + column / 3;
        const int first = static_cast<int>(up_.size());
        first_entry_[at(candidate)] = first;
        const std::array<int, 4> columns{1 + cell, 82 + 9 * row + digit, 163 + 9 * column + digit,
                                         244 + 9 * box + digit};
        for (int k = 0; k < 4; ++k) {
            const int entry = first + k, head = columns[at(k)], last = up_[at(head)];
            up_.push_back(last);
            down_.push_back(head);
            left_.push_back(first + (k + 3) % 4);
            right_.push_back(first + (k + 1) % 4);
            column_.push_back(head);
            candidate_.push_back(candidate);
            down_[at(last)] = up_[at(head)] = entry;
            ++size_[at(head)];
        }
    }

    void cover(int c) {
        covered_[at(c)] = true;
        right_[at(left_[at(c)])] = right_[at(c)];
        left_[at(right_[at(c)])] = left_[at(c)];
        for (int i = down_[at(c)]; i != c; i = down_[at(i)]) {
            for (int j = right_[at(i)]; j != i; j = right_[at(j)]) {
                up_[at(down_[at(j)])] = up_[at(j)];
                down_[at(up_[at(j)])] = down_[at(j)];
                --size_[at(column_[at(j)])];
            }
        }
    }

    void uncover(int c) {
        for (int i = up_[at(c)]; i != c; i = up_[at(i)]) {
            for (int j = left_[at(i)]; j != i; j = left_[at(j)]) {
                ++size_[at(column_[at(j)])];
                up_[at(down_[at(j)])] = down_[at(up_[at(j)])] = j;
            }
        }
        right_[at(left_[at(c)])] = left_[at(right_[at(c)])] = c;
        covered_[at(c)] = false;
    }

    void search() {
        if (right_[0] == 0) {
            if (found_++ == 0) first_ = work_;
            return;
        }
        int best = right_[0];
        for (int c = right_[0]; c != 0; c = right_[at(c)]) {
            if (size_[at(c)] < size_[at(best)]) best = c;
        }
        cover(best);
        for (int i = down_[at(best)]; i != best && found_ < limit_; i = down_[at(i)]) {
            for (int j = right_[at(i)]; j != i; j = right_[at(j)]) cover(column_[at(j)]);
            work_[at(candidate_[at(i)] / 9)] = static_cast<char>('1' + candidate_[at(i)] % 9);
            search();
            for (int j = left_[at(i)]; j != i; j = left_[at(j)]) uncover(column_[at(j)]);
        }
        uncover(best);
    }

    std::vector<int> up_, down_, left_, right_, column_, candidate_;
    std::array<int, 729> first_entry_{};
    std::array<int, column_count + 1> size_{};
    std::array<bool, column_count + 1> covered_{};
    std::string work_, first_;
    long found_ = 0, limit_ = 1;
};

}  // namespace

int main(int count, char** arguments) {
    std::ios::sync_with_stdio(false);
    const long limit = count > 1 ? std::atol(arguments[1]) : 1;
    Dancing dancing;
    std::string line, grid;
    while (std::getline(std::cin, line)) {
        const long found = line.size() < 81 ? 0 : dancing.solve(line, limit, grid);
        if (limit > 1) std::cout << found << '\n';
        else std::cout << (found > 0 ? grid : std::string("none")) << '\n';
    }
}
