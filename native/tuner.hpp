// Prices that keep bounds honest: a walk of one train forgets that track is there only once.
//
// A price on whatever is wanted too often reminds it (Lagrangian relaxation). Any prices are right, since what they
// take is given back as a constant.
#pragma once

#include <cmath>
#include <memory>

#include "hunt.hpp"

namespace stockrail {

struct Team {  // trains that are all alike
    int reach, count;
};

template <int W>
class Tuner {
public:
    Tuner(const Graph<W>& given, std::vector<Team> kinds, const std::vector<Mode>& modes)
        : graph(given), teams(std::move(kinds)) {
        for (const Mode& mode : modes) walks.push_back(std::make_unique<Walks<W>>(graph, mode));
        alone = teams.size() == 1 && teams[0].count == 1;
        prices.assign(1 + walks.size(), std::vector<double>(graph.size, 0.0));
        prices[0].resize(graph.capacity.size());
        drift = prices;
        rebuild();
        set_prices();
        best = bound();
        kept = prices;
        for (std::size_t t = 0; t < teams.size(); ++t) ceiling = std::max(ceiling, most(static_cast<int>(t)));
    }

    // No train of a team is worth more; to stay at home is worth nothing.
    int most(int team) const {
        int top = 0;
        for (const auto& some : walks) top = std::max(top, some->most(team));
        return top;
    }

    // What the shared prices give back.
    int constant() const {
        const auto& shared = walks[0]->shared;
        return std::inner_product(shared.begin(), shared.end(), graph.capacity.begin(), 0);
    }

    // Looks for better prices and lets walks learn; `target` is what is known to be possible.
    void tune(int target, int rounds, Pulse& pulse) {
        for (int round = 0; round < rounds && !pulse.over && best > target && pace > kSlowest; ++round) {
            pulse.looked_at += static_cast<long long>(size() / 64);
            pulse.rest();
            if (!step(target)) break;
            note();
        }
        prices = kept;
        set_prices();
    }

    // Lets all walks that matter learn from their circles, again and again while there is room.
    void learn(int target, std::size_t room, Pulse& pulse) {
        while (best > target && size() < room && !pulse.over) {
            pulse.rest();
            const int spare = best - target;
            bool learnt = false;
            for (std::size_t t = 0; t < teams.size(); ++t)
                for (auto& some : walks)
                    for (const auto& start : some->starts[t]) {
                        if (start.top + some->slack < most(t) - spare) break;
                        learnt |= some->learn(some->trace(start), memory);
                    }
            if (!learnt) break;
            rebuild();
            set_prices();
            best = std::min(best, bound());
        }
        pace = std::max(pace, kFresh);
    }

    // How many rounds are worth their while at a time: many where they cost little.
    int affordable() const { return static_cast<int>(std::clamp<std::size_t>(2'000'000 / (1 + size()), 60, 400)); }

    std::size_t size() const {
        std::size_t sum = 0;
        for (const auto& some : walks) sum += some->size();
        return sum;
    }

    const Graph<W>& graph;
    std::vector<Team> teams;
    std::vector<std::unique_ptr<Walks<W>>> walks;  // by mode
    int best = 0;  // no run earns more
    double pace = 1.0;
    int memory = 64;

private:
    void rebuild() {
        std::vector<int> reaches;
        for (const Team& team : teams) reaches.push_back(team.reach);
        for (auto& some : walks) some->build(reaches);
    }

    void set_prices() {
        const auto all = rounded(prices[0]);
        for (std::size_t w = 0; w < walks.size(); ++w) walks[w]->value(all, rounded(prices[w + 1]));
    }

    static std::vector<int> rounded(const std::vector<double>& some) {
        std::vector<int> whole(some.size());
        for (std::size_t n = 0; n < some.size(); ++n) whole[n] = static_cast<int>(std::lround(some[n]));
        return whole;
    }

    int bound() const {
        int sum = constant();
        for (std::size_t t = 0; t < teams.size(); ++t) sum += teams[t].count * most(static_cast<int>(t));
        return sum;
    }

    // How much more than once the best walks use what: shared things by all trains, own ones by each mode of route.
    std::vector<std::vector<double>> excess(int near) const {
        std::vector<std::vector<double>> sums(prices.size());
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k].assign(prices[k].size(), 0.0);
        if (!alone)
            for (std::size_t n = 0; n < graph.capacity.size(); ++n) sums[0][n] = -graph.capacity[n];
        for (std::size_t t = 0; t < teams.size(); ++t) {
            const int top = most(static_cast<int>(t));
            bool first = !alone;
            for (std::size_t w = 0; w < walks.size(); ++w) {
                if (walks[w]->most(t) <= 0) continue;
                const bool leads = first && walks[w]->most(t) == top;
                first &= !leads;
                for (double& sum : sums[w + 1]) sum -= teams[t].count;
                const auto& starts = walks[w]->starts[t];
                for (int n = 0; n < teams[t].count; ++n) {  // equal trains want different things, almost as good
                    std::size_t k = 2 * n;
                    if (k >= starts.size() || starts[k].top < starts[0].top - near) k = 0;
                    const auto walk = walks[w]->trace(starts[k]);
                    for (const auto* bits : walk.used)
                        for (int bit : *bits) ++sums[w + 1][bit];
                    if (leads)
                        for (int thing : walk.things) ++sums[0][thing];
                }
            }
        }
        return sums;
    }

    bool step(int target) {
        const auto sums = excess((bound() - target) / (4 * static_cast<int>(teams.size())));
        double length = 0;
        for (std::size_t k = 0; k < prices.size(); ++k)
            for (std::size_t n = 0; n < prices[k].size(); ++n) {
                drift[k][n] = kHeed * sums[k][n] + (1 - kHeed) * drift[k][n];
                if (prices[k][n] > 0 || drift[k][n] > 0) length += drift[k][n] * drift[k][n];
            }
        if (length < 1e-9) return false;
        const double scale = pace * std::max(bound() - target, graph.unit) / length;
        for (std::size_t k = 0; k < prices.size(); ++k)
            for (std::size_t n = 0; n < prices[k].size(); ++n)
                prices[k][n] = std::clamp(prices[k][n] + scale * drift[k][n], 0.0, 1.0 * ceiling);
        set_prices();
        return true;
    }

    void note() {
        const int now = bound();
        if (now < best) {
            best = now;
            kept = prices;
            idle = 0;
        } else if (++idle >= kPatience) {
            pace /= 2;
            idle = 0;
            prices = kept;
            set_prices();
        }
    }

    static constexpr double kHeed = 0.3;  // how much of each step is new; the rest goes on as before
    static constexpr int kPatience = 8;
    static constexpr double kSlowest = 0.005;
    static constexpr double kFresh = 0.04;  // the pace after something was learnt
    bool alone = false;
        int idle = 0;
    int ceiling = 0;  // no price need be higher than a route can earn
    std::vector<std::vector<double>> prices, drift, kept;  // those of track first, then own ones by mode
};

}  // namespace stockrail
