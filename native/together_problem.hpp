// Trains that run together, as flat arrays; see routes/together/problem.py for what each of them means.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "pulse.hpp"

namespace stockrail::together {

using Mask = unsigned __int128;
using Rating = std::int64_t;

constexpr Rating kTrain = 1 << 10;  // what a train costs in a rating; a hex costs one
constexpr Rating kSubsidy = 1 << 16;
constexpr Rating kRevenue = 1 << 30;
constexpr Rating kNever = -(Rating{1} << 60);
constexpr int kFar = 1 << 20;
constexpr int kWidest = 127;  // numbers in a mask

inline Mask bit(int n) { return Mask{1} << n; }

template <typename Visit>
void each(Mask mask, Visit visit) {
    for (auto rest = static_cast<std::uint64_t>(mask); rest; rest &= rest - 1) visit(__builtin_ctzll(rest));
    for (auto rest = static_cast<std::uint64_t>(mask >> 64); rest; rest &= rest - 1) visit(64 + __builtin_ctzll(rest));
}

inline int count(Mask mask) {
    return __builtin_popcountll(static_cast<std::uint64_t>(mask)) +
           __builtin_popcountll(static_cast<std::uint64_t>(mask >> 64));
}

struct Spent {};  // all that the search may look at, or the patience of whoever waits for it

inline void look(Pulse& pulse, long long steps = 1) {
    if (!pulse.beat(steps)) throw Spent{};
}

// A run must be better by so much to be of interest: first by a unit of revenue, then of subsidy, then by anything.
struct Aim {
    Rating unit, cost;  // what the trains and hexes of a run may cost

    // The highest rating that is not of interest beside a run that is known.
    Rating beside(Rating known) const { return ((known + cost) / unit + 1) * unit - cost - 1; }
};

struct Office {
    std::vector<int> weights;
    std::vector<char> open, pays;
    bool by_hexes, ends_pay, joined, as_one, sets;
    int subsidised;
    std::vector<std::vector<Rating>> line;
};

struct Kind {
    int office, reach, pays;
    bool alone;
};

struct Problem {
    std::vector<Rating> worth;
    std::vector<int> payee, location, spot;
    std::vector<Mask> marks, shared;
    Mask kind_marks = 0;
    std::vector<char> through, ends, own, meets, home;
    std::vector<std::pair<int, int>> links;
    std::vector<int> steps;
    std::vector<std::vector<int>> hexes;
    std::vector<std::pair<int, int>> terminal;
    std::vector<int> at;
    std::vector<Office> offices;
    std::vector<Kind> kinds;
    std::vector<int> trains;

    int stops() const { return static_cast<int>(location.size()); }
    int terminals() const { return static_cast<int>(at.size()); }
    int place(int end) const { return location[at[end]]; }
    int spot_of(int end) const { return spot[at[end]]; }

    // Spots that are no locations.
    Mask twins() const {
        Mask found = 0;
        for (int n = 0; n < static_cast<int>(payee.size()); ++n)
            if (payee[n] != n) found |= bit(n);
        return found;
    }
};

}  // namespace stockrail::together
