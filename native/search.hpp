// The best run of all trains: prices that keep bounds honest, the routes that can matter, and putting them together.
//
// A route uses no stop and no track twice, and two routes share no track. Bounds forget this; a price on whatever is
// wanted too often reminds them (Lagrangian relaxation). Any prices are right, since what they take is given back.
#pragma once

#include <cmath>

#include "hunt.hpp"

namespace stockrail {

template <int W>
struct Team {  // trains that are all alike: one hunter for each mode of route
    std::vector<std::unique_ptr<Hunter<W>>> hunters;
    int count = 0;

    int most() const {
        int best = 0;  // to stay at home earns nothing
        for (const auto& hunter : hunters) best = std::max(best, hunter->most());
        return best;
    }
};

template <int W>
class Tuner {  // subgradient steps; remembers the best prices met
public:
    explicit Tuner(std::vector<Team<W>>& given) : teams(given) {
        for (auto& team : teams)
            for (auto& hunter : team.hunters) hunters.push_back(hunter.get());
        const Graph<W>& graph = hunters[0]->graph;
        width = graph.problem.width;
        alone = teams.size() == 1 && teams[0].count == 1;
        shared.assign(graph.size, 0.0);
        own.assign(hunters.size(), std::vector<double>(graph.size, 0.0));
        best = bound();
        remember();
    }

    int bound() const {
        int sum = std::accumulate(hunters[0]->shared.begin(), hunters[0]->shared.end(), 0);
        for (const auto& team : teams) sum += team.count * team.most();
        return sum;
    }

    // Sets better prices; `target` is what is known to be possible. Returns the bound that they give.
    int tune(int target, int rounds) {
        for (int round = 0; round < rounds && !stuck; ++round) stuck = !step(target);
        for (std::size_t h = 0; h < hunters.size(); ++h) hunters[h]->set_prices(kept_own[h], kept_shared);
        return best;
    }

    // Whether further rounds are a waste of time.
    bool is_spent() const { return stuck || pace < 0.01; }

    int best = 0;

private:
    bool step(int target) {
        const int now = bound();
        note(now);
        if (now <= target) return false;
        std::vector<std::vector<int>> walks;
        std::vector<int> wanted(shared.size());
        std::size_t at = 0;
        for (const auto& team : teams) {
            std::size_t top = at;
            for (std::size_t h = 0; h < team.hunters.size(); ++h, ++at) {
                walks.emplace_back(shared.size());
                if (hunters[at]->most() > kNever / 2) hunters[at]->count_best_walk(walks.back());
                if (hunters[at]->most() > hunters[top]->most()) top = at;
            }
            if (hunters[top]->most() > 0)
                for (int n = 0; n < width; ++n) wanted[n] += team.count * walks[top][n];
        }
        double length = 0;
        for (std::size_t h = 0; h < hunters.size(); ++h)
            for (std::size_t n = 0; n < shared.size(); ++n) length += square(direction(walks[h][n], own[h][n]));
        if (!alone)
            for (int n = 0; n < width; ++n) length += square(direction(wanted[n], shared[n]));
        if (length == 0) return false;
        const double scale = pace * (now - target) / length;
        for (std::size_t h = 0; h < hunters.size(); ++h)
            for (std::size_t n = 0; n < shared.size(); ++n) shift(own[h][n], scale * direction(walks[h][n], own[h][n]));
        if (!alone)
            for (int n = 0; n < width; ++n) shift(shared[n], scale * direction(wanted[n], shared[n]));
        const auto all = rounded(shared);
        for (std::size_t h = 0; h < hunters.size(); ++h) hunters[h]->set_prices(rounded(own[h]), all);
        return true;
    }

    static double square(double x) { return x * x; }
    static double direction(int uses, double price) { return uses == 0 && price <= 0 ? 0 : uses - 1; }
    static void shift(double& price, double by) { price = std::max(0.0, price + by); }
    static std::vector<int> rounded(const std::vector<double>& prices) {
        std::vector<int> whole(prices.size());
        for (std::size_t n = 0; n < prices.size(); ++n) whole[n] = static_cast<int>(std::lround(prices[n]));
        return whole;
    }

    void note(int now) {
        if (now < best) {
            best = now;
            idle = 0;
            remember();
        } else if (++idle >= 4) {
            pace /= 2;
            idle = 0;
        }
    }

    void remember() {
        kept_own.clear();
        for (auto* hunter : hunters) kept_own.push_back(hunter->own);
        kept_shared = hunters[0]->shared;
    }

    std::vector<Team<W>>& teams;
    std::vector<Hunter<W>*> hunters;
    int width = 0;
    bool alone = false;
    bool stuck = false;
    double pace = 1.0;
    int idle = 0;
    std::vector<double> shared;
    std::vector<std::vector<double>> own;
    std::vector<std::vector<int>> kept_own;
    std::vector<int> kept_shared;
};

constexpr long long kFirstTry = 20'000;  // positions that a search looks at before better prices are worth their while
constexpr std::size_t kEasy = 4'000;     // so many routes are put together without further thought

template <int W>
using Plan = std::vector<std::optional<Route<W>>>;  // a route or none for each train

template <int W>
class Search {
public:
    Search(const Graph<W>& given, long long steps) : graph(given), budget(steps) {}

    // Finds the best run; where the budget cuts it short, `bound` tells what a better one could still earn.
    void run() {
        const auto& trains = graph.problem.trains;
        best.assign(trains.size(), std::nullopt);
        if (trains.empty()) return;
        if (!graph.problem.doubles) return improve(-1);
        for (std::size_t n = 0; n < trains.size(); ++n)
            if (std::find(trains.begin(), trains.begin() + n, trains[n]) == trains.begin() + n)
                improve(static_cast<int>(n));
    }

    // All runs that earn at least `floor`, at most so many; a run is told apart by the track that its trains use.
    std::vector<Plan<W>> collect(int floor, std::size_t at_most) {
        if (graph.problem.trains.empty()) return {};
        most_runs = at_most;
        total = floor - graph.unit;
        const auto& trains = graph.problem.trains;
        for (std::size_t n = 0; n < trains.size(); ++n) {
            const bool first = std::find(trains.begin(), trains.begin() + n, trains[n]) == trains.begin() + n;
            if (!first) continue;
            make_teams(graph.problem.doubles ? static_cast<int>(n) : -1);
            Tuner<W> tuner(teams);
            for (long long limit = kFirstTry; tuner.best >= floor; limit *= 3) {
                if (gather(tuner.best, limit)) {
                    pack();
                    break;
                }
                tuner.tune(total, 12);
            }
            if (!graph.problem.doubles) break;
        }
        return std::move(runs);
    }

    const Graph<W>& graph;
    Plan<W> best;
    int total = 0;
    int bound = 0;  // no run earns more
    bool complete = true;
    long long looked_at = 0;

private:
    // The best run in which the route of train number `doubler` has the doubled stop.
    void improve(int doubler) {
        make_teams(doubler);
        Tuner<W> tuner(teams);
        guess();
        long long limit = kFirstTry;
        while (tuner.best >= total + graph.unit) {
            const bool gathered = gather(tuner.best, limit);
            if (gathered && (tuner.is_spent() || is_easy())) pack();
            if (is_spent()) {
                complete = false;
                bound = std::max(bound, tuner.best);
                break;
            }
            if (gathered && (tuner.is_spent() || is_easy())) break;
            tuner.tune(total, 12);
            guess();
            if (!gathered) limit *= 3;
        }
        bound = std::max(bound, total);
    }

    void make_teams(int doubler) {
        teams.clear();
        team_of.clear();
        const auto& trains = graph.problem.trains;
        std::vector<std::pair<int, bool>> kinds;
        for (std::size_t n = 0; n < trains.size(); ++n) {
            std::pair<int, bool> kind{trains[n], static_cast<int>(n) == doubler};
            auto known = std::find(kinds.begin(), kinds.end(), kind);
            team_of.push_back(static_cast<int>(known - kinds.begin()));
            if (known == kinds.end()) {
                kinds.push_back(kind);
                teams.emplace_back();
                for (const Mode& mode : modes())
                    teams.back().hunters.push_back(std::make_unique<Hunter<W>>(graph, mode, kind.first, kind.second));
            }
            ++teams[team_of.back()].count;
        }
    }

    std::vector<Mode> modes() const {
        std::vector<Mode> found{{std::vector<char>(graph.stops, 1), false, 0, {}}};
        for (const Bonus& bonus : graph.problem.bonuses) {
            const int most = bonus.table.empty() ? 0 : *std::max_element(bonus.table.begin(), bonus.table.end());
            if (bonus.ends.size() < 2 || most <= 0) continue;
            Mode mode{std::vector<char>(graph.stops, 0), true, 0, bonus.table};
            for (int stop : bonus.ends) mode.may_end[stop] = 1;
            for (std::size_t n = 0; n < bonus.table.size(); ++n)
                mode.a_station = std::max(mode.a_station, (bonus.table[n] + static_cast<int>(n)) / (static_cast<int>(n) + 1));
            found.push_back(mode);
        }
        return found;
    }

    bool is_spent() const { return budget && looked_at >= budget; }

    bool is_easy() const {
        std::size_t routes = 0;
        for (const auto& some : swept) routes += some.size();
        return routes <= kEasy;
    }

    // A good run soon: one train goes first, the others take what it leaves, then all think again.
    void guess() {
        const int count = static_cast<int>(team_of.size());
        for (int first = 0; first < count; ++first) {
            Plan<W> plan(count);
            plan[first] = best_left(teams[team_of[first]], {});
            while (reconsider(plan)) offer(plan);
            offer(plan);
        }
    }

    // Lets each train take the best that the others leave now; whether that made the run better.
    bool reconsider(Plan<W>& plan) {
        bool better = false;
        for (std::size_t n = 0; n < plan.size(); ++n) {
            Bits<W> taken;
            for (std::size_t k = 0; k < plan.size(); ++k)
                if (k != n && plan[k]) taken |= plan[k]->track;
            auto found = best_left(teams[team_of[n]], taken);
            if (found && (!plan[n] || found->value > plan[n]->value)) {
                plan[n] = found;
                better = true;
            }
        }
        return better;
    }

    std::optional<Route<W>> best_left(Team<W>& team, const Bits<W>& taken) {
        std::optional<Route<W>> found;
        for (auto& hunter : team.hunters) {
            Hunt<W> hunt(*hunter, found ? found->worth + 1 : 1, taken, kFirstTry, false);
            looked_at += hunt.looked_at;
            if (!hunt.found.empty()) found = hunt.found.back();
        }
        return found;
    }

    // For each team all routes that can be part of a better run; false if there are too many.
    bool gather(int at_most, long long limit) {
        const int spare = at_most - total - graph.unit;
        swept.assign(teams.size(), {});
        for (std::size_t t = 0; t < teams.size(); ++t) {
            for (auto& hunter : teams[t].hunters) {
                Hunt<W> hunt(*hunter, teams[t].most() - spare, {}, limit, true);
                looked_at += hunt.looked_at;
                if (!hunt.complete) return false;
                for (auto& route : hunt.found) swept[t].push_back(std::move(route));
            }
            drop_doubles(swept[t]);
        }
        return true;
    }

    // Of routes over the same track only the best is of use.
    static void drop_doubles(std::vector<Route<W>>& routes) {
        std::stable_sort(routes.begin(), routes.end(), [](const auto& a, const auto& b) { return a.worth > b.worth; });
        struct Hash {
            std::size_t operator()(const Bits<W>& bits) const { return bits.hash(); }
        };
        std::unordered_map<Bits<W>, bool, Hash> seen;
        std::vector<Route<W>> kept;
        for (auto& route : routes)
            if (seen.emplace(route.track, true).second) kept.push_back(std::move(route));
        routes = std::move(kept);
    }

    using RouteSet = std::vector<std::uint64_t>;  // the route that is worth most has the lowest bit

    void pack() {
        order.resize(team_of.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return team_of[a] < team_of[b]; });
        users.assign(teams.size(), {});
        std::vector<RouteSet> free;
        for (std::size_t t = 0; t < teams.size(); ++t) {
            const std::size_t words = swept[t].size() / 64 + 1;
            users[t].assign(graph.problem.width, RouteSet(words));
            free.emplace_back(words);
            for (std::size_t r = 0; r < swept[t].size(); ++r) {
                free[t][r >> 6] |= std::uint64_t{1} << (r & 63);
                swept[t][r].track.each([&](int bit) { users[t][bit][r >> 6] |= std::uint64_t{1} << (r & 63); });
            }
        }
        const auto& shared = teams[0].hunters[0]->shared;
        chosen.assign(order.size(), nullptr);
        place(0, free, std::accumulate(shared.begin(), shared.end(), 0));
    }

    // Chooses a route for the n-th train among the free ones, or none.
    void place(std::size_t n, const std::vector<RouteSet>& free, int worth) {
        if (n == order.size()) return offer_chosen();
        const int team = team_of[order[n]];
        const int rest = worth + most_left(n + 1, free);
        RouteSet here = free[team];
        for (int r = lowest(here); r >= 0; r = lowest(here)) {
            const Route<W>& route = swept[team][r];
            if (rest + route.worth < total + graph.unit || is_spent()) return;
            ++looked_at;
            here[r >> 6] &= ~(std::uint64_t{1} << (r & 63));
            std::vector<RouteSet> left = free;
            left[team] = here;
            for (std::size_t t = 0; t < left.size(); ++t)
                route.track.each([&](int bit) { subtract(left[t], users[t][bit]); });
            if (worth + route.worth + most_left(n + 1, left) < total + graph.unit) continue;
            chosen[n] = &route;
            place(n + 1, left, worth + route.worth);
        }
        chosen[n] = nullptr;
        std::vector<RouteSet> left = free;
        std::fill(left[team].begin(), left[team].end(), 0);  // nothing for this train, nor then for its equals
        if (worth + most_left(n + 1, left) >= total + graph.unit) place(n + 1, left, worth);
    }

    // No more can be had from the n-th train on: each takes the best free route, as if it were alone.
    int most_left(std::size_t n, const std::vector<RouteSet>& free) const {
        int sum = 0;
        for (; n < order.size(); ++n) {
            const int team = team_of[order[n]], best_route = lowest(free[team]);
            if (best_route >= 0) sum += std::max(0, swept[team][best_route].worth);
        }
        return sum;
    }

    static int lowest(const RouteSet& set) {
        for (std::size_t i = 0; i < set.size(); ++i)
            if (set[i]) return static_cast<int>(i * 64) + __builtin_ctzll(set[i]);
        return -1;
    }

    static void subtract(RouteSet& from, const RouteSet& what) {
        for (std::size_t i = 0; i < from.size(); ++i) from[i] &= ~what[i];
    }

    void offer_chosen() {
        Plan<W> plan(order.size());
        for (std::size_t k = 0; k < order.size(); ++k)
            if (chosen[k]) plan[order[k]] = *chosen[k];
        offer(plan);
    }

    void offer(const Plan<W>& plan) {
        int sum = 0;
        for (const auto& route : plan)
            if (route) sum += route->value;
        if (most_runs) {
            if (sum > total && runs.size() < most_runs) runs.push_back(plan);
            else if (runs.size() >= most_runs) complete = false;
            return;
        }
        if (sum > total) {
            total = sum;
            best = plan;
        }
    }

    long long budget;
    std::size_t most_runs = 0;
    std::vector<Plan<W>> runs;
    std::vector<Team<W>> teams;
    std::vector<int> team_of, order;
    std::vector<std::vector<RouteSet>> users;  // by team and bit of track: the routes that use it
    std::vector<std::vector<Route<W>>> swept;
    std::vector<const Route<W>*> chosen;
};

}  // namespace stockrail
