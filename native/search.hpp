// The best run of all trains: prices and walks until the bound is close, then the routes that can matter, put together.
#pragma once

#include "tuner.hpp"

namespace stockrail {

template <int W>
using Plan = std::vector<std::optional<Route<W>>>;  // a route or none for each train

template <int W>
class Search {
public:
    Search(const Graph<W>& given, Pulse& beats) : graph(given), pulse(beats) {
        best.assign(graph.problem.trains.size(), std::nullopt);
        for (int reach : graph.problem.trains) {
            if (teams.empty() || teams.back().reach != reach) teams.push_back({reach, 0});
            ++teams.back().count;
            team_of.push_back(static_cast<int>(teams.size()) - 1);
        }
    }

    // Finds the best run; where the pulse cuts it short, `bound` tells what a better one could still earn.
    void run() {
        if (teams.empty()) return;
        tuner = std::make_unique<Tuner<W>>(graph, teams, modes());
        bound = tuner->best;
        guess();
        int rounds = 8;
        for (long long effort = kFirstTry; !pulse.over; effort = effort * 3 / 2) {
            bound = std::min(bound, std::max(total, tuner->best));
            if (prove(effort)) return;
            tuner->tune(total, rounds, pulse);
            rounds = std::min(rounds * 2, tuner->affordable());
            if (tuner->pace < 0.01) {
                tuner->learn(total, room, pulse);
                room = std::min<std::size_t>(room * 2, 500'000);
            }
            guess();
        }
    }

    // All runs that earn at least `floor`, at most so many; a run is told apart by the track that its trains use.
    std::vector<Plan<W>> collect(int floor, std::size_t at_most) {
        if (teams.empty()) return {};
        tuner = std::make_unique<Tuner<W>>(graph, teams, modes());
        most_runs = at_most;
        total = floor * kScale - graph.unit;
        for (long long effort = 20 * kFirstTry; tuner->best >= need() && !pulse.over; effort *= 2) {
            if (gather(tuner->best - need(), effort)) {
                limit = std::numeric_limits<long long>::max();
                pack();
                break;
            }
            tuner->tune(total, kRounds, pulse);
        }
        return std::move(runs);
    }

    bool is_complete() const { return total + graph.unit > known_bound(); }

    // What is known while the search goes on.
    int known_bound() const { return tuner ? std::min(bound, std::max(total, tuner->best)) : bound; }

    const Graph<W>& graph;
    Plan<W> best;
    int total = 0;
    int bound = 0;  // no run earns more

private:
    static constexpr long long kFirstTry = 2'000;
    static constexpr int kRounds = 60;

    std::vector<Mode> modes() const {
        std::vector<Mode> found{{std::vector<char>(graph.stops, 1), false, 0, {}}};
        for (const Bonus& bonus : graph.problem.bonuses) {
            const int most = bonus.table.empty() ? 0 : *std::max_element(bonus.table.begin(), bonus.table.end());
            if (bonus.ends.size() < 2 || most <= 0) continue;
            Mode mode{std::vector<char>(graph.stops, 0), true, 0, bonus.table};
            for (int& pays : mode.table) pays *= kScale;
            for (int stop : bonus.ends) mode.may_end[stop] = 1;
            for (int n = 0; n < static_cast<int>(mode.table.size()); ++n)
                mode.a_station = std::max(mode.a_station, (mode.table[n] + n) / (n + 1));
            found.push_back(mode);
        }
        return found;
    }

    int need() const { return total + graph.unit; }

    // The best route of a team that leaves alone what is taken, and is worth at least `need`.
    std::optional<Route<W>> best_left(int team, const Bits<W>& taken, int need, long long limit) {
        std::optional<Route<W>> found;
        for (auto& walks : tuner->walks) {
            Hunt<W> hunt(*walks, team, found ? found->worth + 1 : need, taken, limit, pulse, [&](Route<W>&& route) {
                found = std::move(route);
                return found->worth + 1;
            });
            cut |= !hunt.complete;
        }
        return found;
    }

    // A good run soon: one train goes first, the others take what it leaves, then all think again.
    void guess() {
        const int count = static_cast<int>(team_of.size());
        for (int first = 0; first < count; ++first) {
            if (first && team_of[first] == team_of[first - 1]) continue;
            Plan<W> plan(count);
            plan[first] = best_left(team_of[first], {}, kNever, kFirstTry / 4);
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
            auto found = best_left(team_of[n], taken, kNever, kFirstTry / 4);
            if (found && (plan[n] ? found->value > plan[n]->value : found->value > 0)) {
                plan[n] = found;
                better = true;
            }
        }
        return better;
    }

    // Tries to show that nothing beats the best run, or to find what does. A run that earns enough gives away at most
    // `spare` against the bound, and so all but one of its routes give away at most half of that. Where these are too
    // many, those that give away less are put together: what is left then gives away more.
    bool prove(long long effort) {
        if (tuner->best >= need()) {
            const int half = team_of.size() == 1 ? 0 : (tuner->best - need()) / 2;
            int depth = half;
            while (!gather(depth, effort)) {
                depth /= 2;
                if (depth < graph.unit / 8 || pulse.over) return false;
            }
            cut = false;
            hunts = depth == half;
            limit = pulse.looked_at + effort;
            pack();
            if (cut || pulse.over) return false;
            if (!hunts) {
                bound = std::min(bound, std::max(total, tuner->best - depth - 1));
                return is_complete();
            }
        }
        bound = total;
        return true;
    }

    struct Candidate {
        int loss, team;
        Route<W> route;
    };

    // All routes that give away at most `depth`; false if that takes too long.
    bool gather(int depth, long long effort) {
        candidates.clear();
        listed = depth;
        for (std::size_t t = 0; t < teams.size(); ++t) {
            const int most = tuner->most(static_cast<int>(t));
            const std::size_t before = candidates.size();
            for (auto& walks : tuner->walks) {
                Hunt<W> hunt(*walks, static_cast<int>(t), most - depth, {}, effort, pulse,
                    [&](Route<W>&& route) {
                        candidates.push_back({most - route.worth, static_cast<int>(t), std::move(route)});
                        return most - depth;
                    }, true);
                if (!hunt.complete) return false;
            }
            drop_doubles(before);
            if (most <= depth) candidates.push_back({most, static_cast<int>(t), Route<W>{}});  // stays at home
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.loss < b.loss; });
        return true;
    }

    // Of routes over the same track only the best is of use.
    void drop_doubles(std::size_t before) {
        struct Hash {
            std::size_t operator()(const Bits<W>& bits) const { return bits.hash(); }
        };
        std::unordered_map<Bits<W>, std::size_t, Hash> seen;
        std::size_t kept = before;
        for (std::size_t n = before; n < candidates.size(); ++n) {
            auto [known, fresh] = seen.emplace(candidates[n].route.track, kept);
            if (fresh) {
                if (kept != n) candidates[kept] = std::move(candidates[n]);
                ++kept;
            } else if (candidates[n].loss < candidates[known->second].loss) {
                candidates[known->second] = std::move(candidates[n]);
            }
        }
        candidates.resize(kept);
    }

    void pack() {
        counts.clear();
        for (const Team& team : teams) counts.push_back(team.count);
        chosen.clear();
        std::vector<int> all(candidates.size());
        std::iota(all.begin(), all.end(), 0);
        place(all, static_cast<int>(team_of.size()), {}, 0);
    }

    // Chooses a route for one of the `trains` that are left among the free ones. Routes are chosen by rising loss.
    void place(const std::vector<int>& free, int trains, const Bits<W>& used, int lost) {
        if (trains == 1) return place_last(free, used, lost);
        std::vector<int> left;
        for (std::size_t n = 0; n < free.size(); ++n) {
            const Candidate& candidate = candidates[free[n]];
            if (lost + candidate.loss * trains > tuner->best - need() || cut) return;
            if (!counts[candidate.team]) continue;
            pulse.looked_at += static_cast<long long>(free.size() - n) / 64;
            if (!pulse.beat() || pulse.looked_at > limit) cut = true;
            --counts[candidate.team];
            chosen.push_back(&candidate);
            const int now = lost + candidate.loss;
            left.clear();
            for (std::size_t k = n + (candidate.route.start >= 0); k < free.size(); ++k) {  // two may stay at home
                const Candidate& other = candidates[free[k]];
                if (now + (trains - 2) * candidate.loss + other.loss > tuner->best - need()) break;
                if (counts[other.team] && !other.route.track.meets(candidate.route.track)) left.push_back(free[k]);
            }
            if (hopeful(left, now)) place(left, trains - 1, used | candidate.route.track, now);
            chosen.pop_back();
            ++counts[candidate.team];
        }
    }

    // Whether the trains that are left can keep the loss low enough, each taking the best that is free.
    bool hopeful(const std::vector<int>& free, int lost) {
        int missing = 0;
        least.assign(counts.size(), -1);
        for (std::size_t t = 0; t < counts.size(); ++t) missing += counts[t] > 0;
        for (std::size_t k = 0; k < free.size() && missing; ++k) {
            const Candidate& candidate = candidates[free[k]];
            if (!counts[candidate.team] || least[candidate.team] >= 0) continue;
            least[candidate.team] = candidate.loss;
            --missing;
        }
        if (missing && !hunts) return false;
        for (std::size_t t = 0; t < counts.size(); ++t)
            lost += counts[t] * (least[t] >= 0 ? least[t] : std::min(listed + 1, tuner->most(static_cast<int>(t))));
        return lost <= tuner->best - need();
    }

    // What a route is worth does not tell what the whole run earns, as prices of unused track are not given back;
    // so all that can be good enough are tried.
    void place_last(const std::vector<int>& free, const Bits<W>& used, int lost) {
        int team = 0;
        while (!counts[team]) ++team;
        const int most = tuner->most(team);
        auto spare = [&] { return tuner->best - need() - lost; };
        for (int n : free) {
            if (candidates[n].loss > spare()) return;
            if (candidates[n].team == team) offer_chosen(&candidates[n].route, team);
        }
        if (!hunts || listed >= spare()) return;
        if (most <= spare()) offer_chosen(nullptr, team);
        for (auto& walks : tuner->walks) {
            const long long rest = std::max(1LL, limit - pulse.looked_at);
            Hunt<W> hunt(*walks, team, most - spare(), used, rest, pulse, [&](Route<W>&& route) {
                offer_chosen(&route, team);
                return most - spare();
            });
            cut |= !hunt.complete;
        }
    }

    void offer_chosen(const Route<W>* last, int team) {
        Plan<W> plan(team_of.size());
        auto put = [&](const Route<W>* route, int of) {
            if (!route || route->start < 0) return;
            std::size_t n = 0;
            while (team_of[n] != of || plan[n]) ++n;
            plan[n] = *route;
        };
        for (const Candidate* candidate : chosen) put(&candidate->route, candidate->team);
        put(last, team);
        offer(plan);
    }

    void offer(const Plan<W>& plan) {
        int sum = 0;
        for (const auto& route : plan)
            if (route) sum += route->value;
        if (most_runs) return keep(plan, sum);
        if (sum > total) {
            total = sum;
            best = plan;
        }
    }

    // A run for the collection; where a stop can be doubled, one is.
    void keep(const Plan<W>& plan, int sum) {
        const bool doubles = std::any_of(plan.begin(), plan.end(), [](const auto& r) { return r && r->doubled >= 0; });
        if (sum < need() || doubles != (graph.problem.doubles > 0)) return;
        runs.push_back(plan);
        cut |= runs.size() >= most_runs;
    }

    Pulse& pulse;
    std::vector<Team> teams;
    std::vector<int> team_of;  // by train
    std::unique_ptr<Tuner<W>> tuner;
    std::vector<Candidate> candidates;      // routes that may be part of a better run, by rising loss
    int listed = 0;                         // all routes with no more loss are candidates
    std::vector<int> counts;                // trains that have no route yet, by team
    std::vector<int> least;                 // the least loss of one of them
    std::vector<const Candidate*> chosen;
    std::size_t most_runs = 0;              // more than none: collects runs instead of the best
    std::vector<Plan<W>> runs;
    bool cut = false;                       // whether something was left out for want of time
    bool hunts = false;                     // whether the last route is looked for among all routes
    long long limit = 0;
    std::size_t room = 20'000;
};

}  // namespace stockrail
