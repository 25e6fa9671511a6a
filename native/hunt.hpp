// The depth-first search for single routes along the walks that bound them: the best route, or all that are worth enough.
#pragma once

#include <functional>
#include <optional>

#include "pulse.hpp"
#include "walks.hpp"

namespace stockrail {

template <int W>
struct Route {
    int worth = 0;  // what it earns less the prices of what it uses
    int value = 0;  // what it earns, a doubled stop included
    Bits<W> track;
    int start = -1;
    int tail = -1;  // behind the start
    std::vector<int> moves;
    int last_tail = -1;  // beyond the last move
    int doubled = -1;
};

template <int W>
class Hunt {
public:
    using Keep = std::function<int(Route<W>&&)>;  // takes a route, and tells what the next must be worth

    // Hands over all routes of a team that are worth `need` and use nothing that is banned.
    Hunt(Walks<W>& given, int team, int need, const Bits<W>& taken, long long most_steps, Pulse& beats, Keep take,
         bool each_once = false)
        : walks(given), graph(given.graph), floor(need - given.slack), banned(taken), limit(most_steps), pulse(beats),
          keep(std::move(take)), once(each_once) {
        for (const auto& start : walks.starts[team]) {
            if (start.top < floor || !complete) break;
            if (start.tail >= 0 && graph.tails[start.tail].uses.meets(banned)) continue;
            if (start.doubles && banned.has(graph.doubling)) continue;
            begin = &start;
            doubled = start.doubles ? start.node : -1;
            Bits<W> used = banned | graph.group_bits[start.node];
            if (start.tail >= 0) used |= graph.tails[start.tail].uses;
            extend(start.state, used, start.net, graph.problem.own[start.node]);
        }
    }

    bool complete = true;
    long long looked_at = 0;

private:
    void extend(int state, const Bits<W>& used, int net, int stations) {
        if (!pulse.beat() || ++looked_at == limit) complete = false;
        auto [arc, end] = walks.options(state);
        for (; arc != end && complete && net + arc->value >= floor; ++arc) {
            const auto& bundle = walks.bundles[arc->bundle];
            if (bundle.uses.meets(used) || (arc->doubles && used.has(graph.doubling))) continue;
            const int sure = net - bundle.net;
            for (int move : bundle.moves) {
                if (arc->next < 0) {
                    const int whole = net + walks.net_tail[move];
                    if (whole < floor) break;
                    if (!graph.tails[move].uses.meets(used)) finish(move, whole, stations);
                } else {
                    if (sure + walks.net_move[move] + arc->value < floor || !complete) break;
                    if (!graph.moves[move].uses.meets(used)) advance(*arc, move, used, net, stations);
                }
            }
        }
    }

    void advance(const typename Walks<W>::Arc& arc, int move, const Bits<W>& used, int net, int stations) {
        const int head = graph.moves[move].head, next = arc.next;
        const bool doubles = arc.doubles;
        path.push_back(move);
        if (doubles) doubled = head;
        const int on = net + walks.net_move[move] + (doubles ? walks.doubled(head) : 0);
        const int owned = stations + graph.problem.own[head];
        if (walks.can_end(walks.states[next])) finish(-1, on + walks.end_pay[head], owned);
        extend(next, used | graph.moves[move].uses, on, owned);
        if (doubles) doubled = -1;
        path.pop_back();
    }

    void finish(int last_tail, int net, int stations) {
        if (net - walks.mode.overrated(stations) < floor || (once && mirrored(last_tail))) return;
        Route<W> route;
        route.value = value_of(last_tail) - walks.mode.overrated(stations);
        if (begin->tail >= 0) route.track |= graph.tails[begin->tail].uses;
        for (int m : path) route.track |= graph.moves[m].uses;
        if (last_tail >= 0) route.track |= graph.tails[last_tail].uses;
        route.track = route.track.both(graph.track);
        if (doubled >= 0) route.track.set(graph.doubling);
        route.worth = route.value - charge(last_tail);
        if (route.worth < floor + walks.slack) return;
        route.start = begin->node;
        route.tail = begin->tail;
        route.moves = path;
        route.last_tail = last_tail;
        route.doubled = doubled;
        floor = keep(std::move(route)) - walks.slack;
    }

    // The shared prices of all that the route uses.
    int charge(int last_tail) const {
        int sum = begin->tail >= 0 ? walks.shared_tail[begin->tail] + walks.pass_price[begin->node] : 0;
        for (int m : path) sum += walks.shared_move[m];
        if (last_tail >= 0) sum += walks.shared_tail[last_tail];
        else sum -= walks.pass_price[graph.moves[path.back()].head];
        return sum + (doubled >= 0 ? walks.shared[graph.doubling] : 0);
    }

    int value_of(int last_tail) const {
        int sum = walks.gain[begin->node];
        sum += begin->tail >= 0 ? graph.tails[begin->tail].extra : graph.ending[begin->node];
        for (int m : path) sum += graph.moves[m].extra + walks.gain[graph.moves[m].head];
        sum += last_tail >= 0 ? graph.tails[last_tail].extra : graph.ending[graph.moves[path.back()].head];
        return sum + (doubled >= 0 ? graph.again(doubled) : 0);
    }

    // Every route comes by from both of its ends; one of them is enough.
    bool mirrored(int last_tail) const {
        const int last = path.empty() ? begin->node : graph.moves[path.back()].head;
        if (last != begin->node) return last < begin->node;
        return last_tail < begin->tail;
    }

    Walks<W>& walks;
    const Graph<W>& graph;
    int floor;
    Bits<W> banned;
    long long limit;
    Pulse& pulse;
    Keep keep;
    bool once;
    const typename Walks<W>::Start* begin = nullptr;
    int doubled = -1;
    std::vector<int> path;
};

}  // namespace stockrail
