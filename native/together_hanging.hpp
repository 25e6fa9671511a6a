// Choosing the ways between given ends so that all routes hang together, with the fewest hexes.
#pragma once

#include <functional>
#include <optional>

#include "together_choices.hpp"
#include "together_sets.hpp"

namespace stockrail::together {

struct Meeting {
    Mask touch;
    bool home;
};

// Whether every route is connected with one that visits the home. Nothing hangs together, too.
inline bool hangs_together(const std::vector<Meeting>& routes) {
    auto main = std::find_if(routes.begin(), routes.end(), [](const Meeting& route) { return route.home; });
    if (main == routes.end()) return routes.empty();
    Mask met = main->touch;
    std::vector<Mask> todo;
    for (auto route = routes.begin(); route != routes.end(); ++route)
        if (route != main) todo.push_back(route->touch);
    while (!todo.empty()) {
        std::vector<Mask> apart;
        for (Mask touch : todo) {
            if (touch & met)
                met |= touch;
            else
                apart.push_back(touch);
        }
        if (apart.size() == todo.size()) return false;
        todo = std::move(apart);
    }
    return true;
}

struct Leg {
    int kind;
    std::vector<int> links;
    int first, last;   // terminals, where only the ends pay
    std::size_t slot;  // which of the picks it belongs to
};

struct Pick {
    const Slot* slot;
    const Choice* choice;
};

// The shortest ways on which the routes hang together, at most `spare` hexes longer than the shortest of all.
class Settling {
public:
    Settling(Choices& given, std::vector<Pick> plan, Rating most) : choices(given), picks(std::move(plan)), spare(most) {
        std::stable_sort(picks.begin(), picks.end(), [](const Pick& a, const Pick& b) {
            return std::make_pair(a.choice->way < 0, a.slot->team.size()) <
                   std::make_pair(b.choice->way < 0, b.slot->team.size());
        });
        go(0, 0);
    }

    bool found = false;
    std::vector<Leg> best;
    Rating extra = 0;

private:
    void go(std::size_t depth, Rating longer) {
        look(choices.pulse);
        std::vector<Meeting> hopes = met;
        for (std::size_t n = depth; n < picks.size(); ++n) hopes.push_back({picks[n].choice->touch, picks[n].choice->home});
        if (!hangs_together(hopes)) return;
        if (depth == picks.size()) {
            if (!are_sets()) return;
            found = true;
            best = legs;
            extra = longer;
            spare = longer - 1;  // from now on only a shorter one is of interest
            return;
        }
        const Pick& pick = picks[depth];
        const Team& team = pick.slot->team;
        Ways& ways = *choices.ways[team[0]];
        if (pick.choice->way >= 0) {
            with({team[0], {}, -1, -1, depth}, ways.ways[pick.choice->way], [&] { go(depth + 1, longer); });
        } else if (team.size() == 1) {
            for (int n : ways.between(pick.choice->first, pick.choice->last)) {
                const Rating now = longer + ways.ways[n].steps - pick.choice->steps;
                if (now > spare) break;
                const Leg leg{team[0], {}, pick.choice->first, pick.choice->last, depth};
                with(leg, ways.ways[n], [&] { go(depth + 1, now); });
                if (spare < longer) return;
            }
        } else {
            Chain chain{pick.choice, pick.choice->first, 0, 0, {}, depth, longer};
            prolong(team, chain);
        }
    }

    // Ways between terminals are written from the lower to the higher.
    template <typename Then>
    void with(const Leg& leg, const Way& way, Then then) {
        legs.push_back(leg);
        legs.back().links = way.links;
        if (leg.first > leg.last) std::reverse(legs.back().links.begin(), legs.back().links.end());
        met.push_back({way.touch, way.home});
        then();
        met.pop_back();
        legs.pop_back();
    }

    // Whether trains that are joined wherever they can be are joined as they are meant to be.
    bool are_sets() const {
        const Problem& problem = choices.problem;
        std::vector<std::pair<int, int>> ends;
        std::vector<char> bound;
        std::map<std::size_t, JoinedTeam> by_slot;
        for (const Leg& leg : legs) {
            const Kind& kind = problem.kinds[leg.kind];
            if (!problem.offices[kind.office].sets) continue;
            const int n = static_cast<int>(ends.size());
            by_slot[leg.slot].routes.push_back(n);
            ends.push_back({joint(leg.first, -2 * n - 1), joint(leg.last, -2 * n - 2)});
            bound.push_back(!kind.alone);
        }
        if (ends.size() < 2) return true;
        std::vector<JoinedTeam> teams;
        for (auto& [slot, team] : by_slot) {
            team.ring = ends[team.routes.front()].first;
            team.is_ring = team.ring == ends[team.routes.back()].second;
            teams.push_back(team);
        }
        return Sets(std::move(ends), std::move(bound), choices.pulse).fit(teams);
    }

    // The spot of a terminal; where none can be joined, a number of its own.
    int joint(int end, int own) const {
        const Problem& problem = choices.problem;
        return problem.meets[problem.at[end]] ? problem.spot_of(end) : own;
    }

    struct Chain {
        const Choice* choice;
        int at, steps;
        Mask marks;
        std::vector<int> joints;
        std::size_t depth;
        Rating longer;
    };

    // Prolongs a chain by the trains of a team, in every order.
    void prolong(const Team& team, const Chain& chain) {
        look(choices.pulse);
        const Problem& problem = choices.problem;
        if (team.empty()) {
            go(chain.depth + 1, chain.longer + chain.steps - chain.choice->steps);
            return;
        }
        const bool begun = chain.steps > 0;
        for (std::size_t n = 0; n < team.size(); ++n) {
            if (n && team[n] == team[n - 1]) continue;
            Team rest = team;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(n));
            for (auto [first, last] : choices.pairs_from(team[n], problem.spot_of(chain.at))) {
                if ((!begun && first != chain.at) || !may_end(last, rest, chain)) continue;
                const int onward = rest.empty() ? 0 : choices.least_steps(rest, problem.spot_of(last), chain.choice->last);
                Mask at_joint = begun ? problem.marks[problem.at[first]] : Mask{0};
                Ways& ways = *choices.ways[team[n]];
                if (rest.empty() && ways.office.sets && problem.spot_of(last) == problem.spot_of(chain.choice->first))
                    at_joint |= problem.marks[problem.at[last]];  // a ring is closed
                for (int k : ways.between(first, last)) {
                    const Way& way = ways.ways[k];
                    if (chain.longer + chain.steps + way.steps + onward - chain.choice->steps > spare) break;
                    if (way.marks & chain.marks & ~at_joint) continue;
                    Chain further = chain;
                    further.at = last;
                    further.steps += way.steps;
                    further.marks |= way.marks;
                    further.joints.push_back(problem.spot_of(last));
                    with({team[n], {}, first, last, chain.depth}, way, [&] { prolong(rest, further); });
                    if (spare < chain.longer) return;
                }
            }
        }
    }

    // The last train comes to the end of the chain; the others to a joint that no other train shares. Sets of trains that
    // are joined without anybody's choice may come to a joint again.
    bool may_end(int last, const Team& rest, const Chain& chain) const {
        const Problem& problem = choices.problem;
        if (rest.empty()) return last == chain.choice->last;
        const int spot = problem.spot_of(last);
        return problem.meets[problem.at[last]] && spot != problem.spot_of(chain.choice->first) &&
               spot != problem.spot_of(chain.choice->last) &&
               (choices.ways[rest[0]]->office.sets ||
                std::find(chain.joints.begin(), chain.joints.end(), spot) == chain.joints.end());
    }

    Choices& choices;
    std::vector<Pick> picks;
    Rating spare;
    std::vector<Meeting> met;
    std::vector<Leg> legs;
};

}  // namespace stockrail::together
