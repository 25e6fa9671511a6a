// Single routes: upper bounds by dynamic programming over walks, and the depth-first search that they prune.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>

#include "graph.hpp"

namespace stockrail {

constexpr int kNever = -1'000'000'000;

template <int W>
struct Route {
    int worth = 0;  // what it earns less the shared prices of its track
    int value = 0;  // what it earns, a doubled stop included
    Bits<W> track;
    int start = -1;
    int tail = -1;             // behind the start
    std::vector<int> moves;
    int last_tail = -1;        // beyond the last move
    int doubled = -1;
};

// A kind of route: any (its bonus left out), or one that earns a bonus for its two ends.
struct Mode {
    std::vector<char> may_end;
    bool with_bonus = false;
    int a_station = 0;       // an own station adds no more than this
    std::vector<int> table;
};

template <int W>
class Hunter {
public:
    Hunter(const Graph<W>& given, Mode kind, int length, bool doubling)
        : graph(given), mode(std::move(kind)), reach(length), doubles(doubling) {
        gain = graph.problem.values;
        for (int stop = 0; stop < graph.stops; ++stop)
            if (graph.problem.own[stop]) gain[stop] += mode.a_station;
        set_prices(std::vector<int>(graph.size), std::vector<int>(graph.size));
    }

    // Own prices are given back when a route is complete, shared ones are not.
    void set_prices(const std::vector<int>& own_prices, const std::vector<int>& shared_prices) {
        own = own_prices;
        shared = shared_prices;
        slack = std::accumulate(own.begin(), own.end(), 0);
        price.resize(graph.size);
        for (int n = 0; n < graph.size; ++n) price[n] = own[n] + shared[n];
        fill_nets();
        fill_onward();
        options.clear();
        options.resize(graph.moves.size() * reach * 2);
        find_starts();
    }

    int most() const { return starts.empty() ? kNever : starts[0].top + slack; }

    int charged(const Bits<W>& track) const {
        int sum = 0;
        track.each([&](int bit) { sum += shared[bit]; });
        return sum;
    }

    struct Start {
        int top, node, tail, net, gross;
    };

    struct Option {
        int top, plain, doubled, move;
        bool is_tail;
    };

    // The moves that may follow a move, the most promising first.
    const std::vector<Option>& after(int move, int left, int needs) {
        auto& kept = options[(static_cast<std::size_t>(move) * reach + left) * 2 + needs];
        if (!kept) {
            kept = std::make_unique<std::vector<Option>>();
            collect(graph.next_moves[move], graph.next_tails[move], left, needs, *kept);
        }
        return *kept;
    }

    std::vector<Option> from_start(int node, int tail) const {
        std::vector<int> firsts, ends;
        const Bits<W> none{};
        const Bits<W>& behind = tail >= 0 ? graph.tails[tail].uses : none;
        for (int m : graph.moves_from[node])
            if (!graph.moves[m].uses.meets(behind)) firsts.push_back(m);
        for (int t : graph.tails_from[node])
            if (!graph.tails[t].uses.meets(behind)) ends.push_back(t);
        std::vector<Option> found;
        collect(firsts, ends, reach - graph.problem.weight[node], !graph.problem.own[node], found);
        return found;
    }

    // How much too high the bound of the bonus is for a whole route.
    int overrated(int stations) const {
        if (!mode.with_bonus) return 0;
        int pays = mode.table[std::min<std::size_t>(stations, mode.table.size()) - 1];
        return mode.a_station * stations - pays;
    }

    const Graph<W>& graph;
    Mode mode;
    int reach;
    bool doubles;
    int slack = 0;
    std::vector<int> gain, own, shared, price, net_move, net_tail;
    std::vector<Start> starts;

    int& onward(int move, int left, int needs, int due) {
        return walk[((static_cast<std::size_t>(move) * reach + left) * 2 + needs) * 2 + due];
    }
    int onward(int move, int left, int needs, int due) const {
        return const_cast<Hunter*>(this)->onward(move, left, needs, due);
    }

    // The value of moving on by `next` with a reach of `left` before it; `due`: one stop from its head on is doubled.
    int by_move(int next, int left, int needs, int due) const {
        const int head = graph.moves[next].head;
        const int still = needs && !graph.problem.own[head];
        left -= graph.problem.weight[head];
        if (left < 0) return kNever;
        int best = onward(next, left, still, due);
        if (due) best = std::max(best, graph.problem.values[head] + onward(next, left, still, 0));
        return best <= kNever / 2 ? kNever : net_move[next] + best;
    }

    // How often the best walk uses each bit.
    void count_best_walk(std::vector<int>& counts) const {
        const Start& start = starts[0];
        const Problem& problem = graph.problem;
        graph.group_bits[start.node].each([&](int bit) { ++counts[bit]; });
        if (start.tail >= 0) count(graph.tails[start.tail], counts);
        const int ahead = start.top - start.net;
        for (const Option& option : from_start(start.node, start.tail)) {
            const bool here = option.plain + (doubles ? problem.values[start.node] : 0) == ahead;
            if (!here && option.doubled != ahead) continue;
            if (option.is_tail) return count(graph.tails[option.move], counts);
            return follow(option.move, reach - problem.weight[start.node], !problem.own[start.node], doubles && !here, counts);
        }
    }

private:
    static void count(const Move<W>& move, std::vector<int>& counts) {
        for (int bit : move.bits) ++counts[bit];
    }

    // Goes on by `move`, with a reach of `left` before it, along the walk that its bound promises.
    void follow(int move, int left, int needs, int due, std::vector<int>& counts) const {
        const Problem& problem = graph.problem;
        while (true) {
            count(graph.moves[move], counts);
            const int head = graph.moves[move].head;
            const int still = needs && !problem.own[head];
            left -= problem.weight[head];
            if (due && problem.values[head] + onward(move, left, still, 0) >= onward(move, left, still, 1)) due = 0;
            needs = still;
            const int rest = onward(move, left, needs, due);
            if (!needs && !due && rest == problem.ending[head] && mode.may_end[head]) return;
            if (!needs && !due && !mode.with_bonus)
                for (int tail : graph.next_tails[move])
                    if (net_tail[tail] == rest) return count(graph.tails[tail], counts);
            int next = -1;
            if (left > 0)
                for (int candidate : graph.next_moves[move])
                    if (by_move(candidate, left, needs, due) == rest) {
                        next = candidate;
                        break;
                    }
            if (next < 0) return;
            move = next;
        }
    }

    void fill_nets() {
        net_move.resize(graph.moves.size());
        net_tail.resize(graph.tails.size());
        for (std::size_t m = 0; m < graph.moves.size(); ++m) {
            int net = graph.moves[m].extra + gain[graph.moves[m].head];
            for (int bit : graph.moves[m].bits) net -= price[bit];
            net_move[m] = net;
        }
        for (std::size_t t = 0; t < graph.tails.size(); ++t) {
            int net = graph.tails[t].extra;
            for (int bit : graph.tails[t].bits) net -= price[bit];
            net_tail[t] = net;
        }
    }

    // The best walk onward after each move: stops and track may repeat, only the move before is respected.
    void fill_onward() {
        walk.assign(graph.moves.size() * reach * 4, kNever);
        const int dues = doubles ? 2 : 1;
        for (int left = 0; left < reach; ++left)
            for (std::size_t m = 0; m < graph.moves.size(); ++m)
                for (int needs = 0; needs < 2; ++needs)
                    for (int due = 0; due < dues; ++due)
                        onward(static_cast<int>(m), left, needs, due) = best_after(static_cast<int>(m), left, needs, due);
    }

    int best_after(int move, int left, int needs, int due) const {
        const int head = graph.moves[move].head;
        int best = !needs && !due && mode.may_end[head] ? graph.problem.ending[head] : kNever;
        if (!needs && !due && !mode.with_bonus)
            for (int tail : graph.next_tails[move]) best = std::max(best, net_tail[tail]);
        if (left > 0)
            for (int next : graph.next_moves[move]) best = std::max(best, by_move(next, left, needs, due));
        return best;
    }

    void collect(const std::vector<int>& nexts, const std::vector<int>& ends, int left, int needs,
                 std::vector<Option>& found) const {
        if (!needs && !mode.with_bonus)
            for (int tail : ends) found.push_back({net_tail[tail], net_tail[tail], kNever, tail, true});
        if (left > 0)
            for (int next : nexts) {
                int plain = by_move(next, left, needs, 0);
                int doubled = doubles ? by_move(next, left, needs, 1) : kNever;
                int top = std::max(plain, doubled);
                if (top > kNever / 2) found.push_back({top, plain, doubled, next, false});
            }
        std::stable_sort(found.begin(), found.end(), [](const Option& a, const Option& b) { return a.top > b.top; });
    }

    void find_starts() {
        starts.clear();
        for (int node : graph.nodes) {
            if (!mode.may_end[node] || graph.problem.weight[node] > reach) continue;
            const int gross = gain[node], ending = graph.problem.ending[node];
            int net = gross;
            graph.group_bits[node].each([&](int bit) { net -= price[bit]; });
            add_start(node, -1, net + ending, gross + ending);
            if (mode.with_bonus || !graph.problem.through[node]) continue;
            for (int tail : graph.tails_from[node])
                add_start(node, tail, net + net_tail[tail], gross + graph.tails[tail].extra);
        }
        std::stable_sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.top > b.top; });
    }

    void add_start(int node, int tail, int net, int gross) {
        int best = kNever;
        for (const Option& option : from_start(node, tail)) {
            int plain = option.plain + (doubles ? graph.problem.values[node] : 0);
            best = std::max(best, std::max(plain, option.doubled));
        }
        if (best > kNever / 2) starts.push_back({net + best, node, tail, net, gross});
    }

    std::vector<int> walk;
    std::vector<std::unique_ptr<std::vector<Option>>> options;
};

// One depth-first search: the best route, or all that are worth enough.
template <int W>
class Hunt {
public:
    Hunt(Hunter<W>& given, int at_least, const Bits<W>& banned, long long most_steps, bool want_all)
        : hunter(given), graph(given.graph), need(at_least), floor(at_least - given.slack), limit(most_steps),
          all_wanted(want_all) {
        const Problem& problem = graph.problem;
        for (const auto& start : hunter.starts) {
            if (start.top < floor || !complete) break;
            if (start.tail >= 0 && graph.tails[start.tail].uses.meets(banned)) continue;
            begin = &start;
            Bits<W> used = banned | graph.group_bits[start.node];
            if (start.tail >= 0) used |= graph.tails[start.tail].uses;
            int best_stop = hunter.doubles ? problem.values[start.node] : 0;
            extend(hunter.from_start(start.node, start.tail), start.node, hunter.reach - problem.weight[start.node],
                   !problem.own[start.node], used, start.net, start.gross, best_stop, problem.own[start.node]);
        }
    }

    bool complete = true;
    long long looked_at = 0;
    std::vector<Route<W>> found;

private:
    void extend(const std::vector<typename Hunter<W>::Option>& options, int node, int left, int needs,
                const Bits<W>& used, int net, int gross, int best_stop, int stations) {
        if (++looked_at == limit) complete = false;
        const Problem& problem = graph.problem;
        const int sure = net + best_stop;
        for (const auto& option : options) {
            if (!complete || sure + option.top < floor) break;
            if (sure + option.plain < floor && net + option.doubled < floor) continue;
            const Move<W>& move = option.is_tail ? graph.tails[option.move] : graph.moves[option.move];
            if (move.uses.meets(used)) continue;
            if (option.is_tail) {
                finish(node, option.move, net + hunter.net_tail[option.move], gross + move.extra, best_stop, stations);
                continue;
            }
            path.push_back(option.move);
            const int head = move.head;
            const int best = hunter.doubles ? std::max(best_stop, problem.values[head]) : 0;
            const int still = needs && !problem.own[head];
            const int on_net = net + hunter.net_move[option.move], on_gross = gross + move.extra + hunter.gain[head];
            const int owned = stations + (problem.own[head] ? 1 : 0);
            const int ending = problem.ending[head], on_left = left - problem.weight[head];
            if (!still && hunter.mode.may_end[head]) finish(head, -1, on_net + ending, on_gross + ending, best, owned);
            if (problem.through[head])
                extend(hunter.after(option.move, on_left, still), head, on_left, still, used | move.uses, on_net,
                       on_gross, best, owned);
            path.pop_back();
        }
    }

    void finish(int last, int last_tail, int net, int gross, int best_stop, int stations) {
        if (net + best_stop < floor || (all_wanted && mirrored(last, last_tail))) return;
        Route<W> route;
        route.value = gross + best_stop - hunter.overrated(stations);
        if (begin->tail >= 0) route.track |= graph.tails[begin->tail].uses;
        for (int m : path) route.track |= graph.moves[m].uses;
        if (last_tail >= 0) route.track |= graph.tails[last_tail].uses;
        route.track = route.track.without(route.track.without(graph.track));
        route.worth = route.value - hunter.charged(route.track);
        if (route.worth < need) return;
        route.start = begin->node;
        route.tail = begin->tail;
        route.moves = path;
        route.last_tail = last_tail;
        if (hunter.doubles) route.doubled = best_to_double();
        keep(std::move(route));
    }

    void keep(Route<W> route) {
        if (all_wanted) {
            found.push_back(std::move(route));
            return;
        }
        const int rise = route.worth + graph.unit - need;
        need += rise;
        floor += rise;
        found.assign(1, std::move(route));
    }

    // Every route comes by from both of its ends; one of them is enough.
    bool mirrored(int last, int last_tail) const {
        if (last != begin->node) return last < begin->node;
        return last_tail < begin->tail;
    }

    int best_to_double() const {
        int best = begin->node;
        for (int m : path)
            if (graph.problem.values[graph.moves[m].head] > graph.problem.values[best]) best = graph.moves[m].head;
        return best;
    }

    Hunter<W>& hunter;
    const Graph<W>& graph;
    int need, floor;
    long long limit;
    bool all_wanted;
    const typename Hunter<W>::Start* begin = nullptr;
    std::vector<int> path;
};

}  // namespace stockrail
