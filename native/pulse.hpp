// Counts what is looked at, and ends a search that takes too long or is wanted no more.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

namespace stockrail {

class Pulse {
public:
    explicit Pulse(long long most, std::function<bool()> ask = {}, long long steps = kPatience)
        : patience(steps), budget(most), wanted(std::move(ask)) {}

    // Whether to go on; asks now and then.
    bool beat(long long steps = 1) {
        if ((looked_at += steps) >= next) rest();
        return !over;
    }

    void rest() {
        next = looked_at + patience;
        if (budget) next = std::min(next, budget);
        if ((budget && looked_at >= budget) || (wanted && !wanted())) over = true;
    }

    long long looked_at = 0;
    bool over = false;

private:
    static constexpr long long kPatience = 10'000;  // so many positions are a few milliseconds
    long long patience;
    long long budget;
    long long next = 0;
    std::function<bool()> wanted;
};

}  // namespace stockrail
