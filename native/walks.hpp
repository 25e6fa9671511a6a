// Upper bounds for routes: the best walk onward from a stop, where the walk remembers only some of what it has used.
//
// A route uses nothing twice. A walk that remembers all that it has used is a route, but there are too many ways to
// remember; one that forgets everything is easily counted, but runs in circles. So each stop has a set of things that
// a walk which comes there keeps in mind (the "ng-routes" of vehicle routing); the sets grow where the best walks
// still go round. All walks together make a graph without circles, in which the best walk is found by one pass. It
// does not depend on prices, so that many prices are tried at little cost.
#pragma once

#include <limits>
#include <unordered_map>

#include "graph.hpp"

namespace stockrail {

constexpr int kNever = -1'000'000'000;
constexpr std::size_t kFewMoves = 150;  // small networks can afford to remember more from the start

// A kind of route: any (its bonus left out), or one that earns a bonus for its two ends.
struct Mode {
    std::vector<char> may_end;
    bool with_bonus = false;
    int a_station = 0;  // an own station adds no more than this
    std::vector<int> table;

    // How much too high the bound of the bonus is for a whole route.
    int overrated(int stations) const {
        if (!with_bonus) return 0;
        return a_station * stations - table[std::min<std::size_t>(stations, table.size()) - 1];
    }
};

template <int W>
class Walks {
public:
    struct Bundle {  // moves, or tails, from one stop to another which no memory tells apart
        int head;
        Bits<W> uses;  // what can be remembered of it
        std::vector<int> moves;
        int net;  // the best of them
    };

    struct Arc {
        int bundle;
        int next;      // the state that it leads to; none beyond a tail
        int value;     // the best walk by this arc
        bool doubles;  // whether the head pays twice
    };

    struct State {  // a stop, and what matters of the way to it
        int node, left;
        bool needs;       // a token
        bool may_double;
        bool sorted;
        Bits<W> memory;
        std::size_t first, last;  // its arcs
        int best;
    };

    struct Start {
        int top, node, tail, state, net;
        bool doubles;
    };

    Walks(const Graph<W>& given, Mode kind) : graph(given), mode(std::move(kind)) {
        gain = graph.values;
        for (int stop = 0; stop < graph.stops; ++stop)
            if (graph.problem.own[stop]) gain[stop] += mode.a_station;
        remembers.resize(graph.stops);
        if (graph.moves.size() <= kFewMoves) remember_last_move();
    }

    // Begins anew with walks for trains of these reaches.
    void build(const std::vector<int>& reaches) {
        states.clear();
        arcs.clear();
        known.clear();
        bundle_up();
        starts.assign(reaches.size(), {});
        for (std::size_t k = 0; k < reaches.size(); ++k)
            for (int node : graph.nodes) {
                const int left = reaches[k] - graph.problem.weight[node];
                if (left < 0 || !mode.may_end[node]) continue;
                add_starts(starts[k], node, -1, left);
                if (mode.with_bonus || !graph.problem.through[node]) continue;
                for (int tail : graph.tails_from[node]) add_starts(starts[k], node, tail, left);
            }
    }

    // The best walks under these prices: those of track, which all trains share, and own ones on whatever a single
    // route uses once, which are given back for every route.
    void value(const std::vector<int>& track_prices, const std::vector<int>& own_prices) {
        shared = track_prices;
        own = own_prices;
        slack = std::accumulate(own.begin(), own.end(), 0);
        fill_prices();
        for (Bundle& bundle : bundles) value_bundle(bundle);
        for (State& state : states) {
            state.best = can_end(state) ? end_pay[state.node] : kNever;
            state.sorted = false;
            for (std::size_t a = state.first; a < state.last; ++a) {
                arcs[a].value = worth(arcs[a]);
                state.best = std::max(state.best, arcs[a].value);
            }
        }
        for (auto& some : starts) {
            for (Start& start : some) value_start(start);
            std::stable_sort(some.begin(), some.end(), [](const Start& a, const Start& b) { return a.top > b.top; });
        }
    }

    // No route of a team is worth more.
    int most(int team) const { return starts[team].empty() ? kNever : starts[team][0].top + slack; }

    bool can_end(const State& state) const { return !state.needs && mode.may_end[state.node]; }

    // The arcs of a state, the most promising first.
    std::pair<const Arc*, const Arc*> options(int id) {
        State& state = states[id];
        if (!state.sorted) {
            std::stable_sort(arcs.begin() + state.first, arcs.begin() + state.last,
                      [](const Arc& a, const Arc& b) { return a.value > b.value; });
            state.sorted = true;
        }
        return {arcs.data() + state.first, arcs.data() + state.last};
    }

    // What it brings to double a stop.
    int doubled(int stop) const { return graph.again(stop) - shared[graph.doubling]; }

    // The best walk from a start: what it uses step by step, and the stop after each step.
    struct Trace {
        std::vector<const std::vector<int>*> used;
        std::vector<int> at;
        std::vector<int> things;  // that all trains share
    };

    Trace trace(const Start& start) const {
        Trace found;
        auto shares = [&](const std::vector<int>& things) { found.things.insert(found.things.end(), things.begin(), things.end()); };
        if (start.doubles) found.things.push_back(graph.doubling);
        found.used.push_back(&graph.group_list[start.node]);
        found.at.push_back(start.node);
        if (start.tail >= 0) {
            found.used.push_back(&graph.tails[start.tail].bits);
            found.at.push_back(start.node);
            shares(graph.tails[start.tail].things);
            pass(start.node, found.things);
        }
        int rest = start.top - start.net;
        for (int id = start.state; id >= 0;) {
            const State& state = states[id];
            const Arc* way = nullptr;
            for (std::size_t a = state.first; a < state.last && !way; ++a)
                if (arcs[a].value == rest) way = &arcs[a];
            if (way->doubles) found.things.push_back(graph.doubling);
            const int move = bundles[way->bundle].moves[0];
            const Move<W>& moved = way->next < 0 ? graph.tails[move] : graph.moves[move];
            found.used.push_back(&moved.bits);
            shares(moved.things);
            id = way->next;
            found.at.push_back(id < 0 ? state.node : states[id].node);
            if (id < 0) break;
            rest = states[id].best;
            if (can_end(states[id]) && rest == end_pay[states[id].node]) break;
            pass(states[id].node, found.things);
        }
        return found;
    }

    // Lets the stops on the shortest circle of a walk remember what it comes back to; whether there was a circle.
    bool learn(const Trace& walk, int at_most) {
        std::vector<int> last_use(graph.size, -1);
        int from = 0, to = std::numeric_limits<int>::max(), what = -1;
        for (int step = 0; step < static_cast<int>(walk.used.size()); ++step)
            for (int bit : *walk.used[step]) {
                if (last_use[bit] >= 0 && step - last_use[bit] <= to - from) {
                    from = last_use[bit];
                    to = step;
                    what = bit;
                }
                last_use[bit] = step;
            }
        if (what < 0) return false;
        bool learnt = false;
        for (int step = from; step < to; ++step) {
            Bits<W>& memory = remembers[walk.at[step]];
            if (memory.has(what) || graph.group_bits[walk.at[step]].has(what) || memory.count() >= at_most) continue;
            memory.set(what);
            learnt = true;
        }
        return learnt;
    }

    std::size_t size() const { return arcs.size(); }

    const Graph<W>& graph;
    Mode mode;
    std::vector<int> gain, net_move, net_tail;
    std::vector<int> shared, own;  // prices
    std::vector<int> pass_price;   // by stop
    std::vector<int> end_pay;      // by stop: what there is for ending; the price for passing is given back
    std::vector<int> shared_move, shared_tail;  // shared prices
    int slack = 0;
    std::vector<State> states;
    std::vector<Bundle> bundles;
    std::vector<std::vector<Start>> starts;  // by team
    std::vector<Bits<W>> remembers;          // by stop

private:
    struct Key {
        std::uint64_t place;
        Bits<W> memory;
        bool operator==(const Key& other) const { return place == other.place && memory == other.memory; }
    };
    struct Hash {
        std::size_t operator()(const Key& key) const { return key.memory.hash() * 31 + key.place * 0x9E3779B97F4A7C15u; }
    };

    void add_starts(std::vector<Start>& to, int node, int tail, int left) {
        Bits<W> used = graph.group_bits[node];
        if (tail >= 0) used |= graph.tails[tail].uses;
        const bool needs = !graph.problem.own[node];
        to.push_back({0, node, tail, enter(node, left, needs, graph.problem.doubles > 0, used, false), 0, false});
        if (graph.problem.doubles) to.push_back({0, node, tail, enter(node, left, needs, false, used, false), 0, true});
    }

    // The state of a walk that comes to a stop; states are made after all those that may follow them.
    int enter(int node, int left, bool needs, bool may_double, const Bits<W>& used, bool halts) {
        const std::uint64_t place = static_cast<std::uint64_t>(node) << 32 | left << 3 | needs << 2 | may_double << 1 | halts;
        const Key key{place, used.both(remembers[node])};
        if (auto found = known.find(key); found != known.end()) return found->second;
        std::vector<Arc> ways;
        if (!halts) {
            for (int b = bundles_from[node]; b < bundles_from[node + 1]; ++b) {
                const int head = bundles[b].head;
                if (bundles[b].uses.meets(key.memory)) continue;
                if (head == kTail) {
                    if (!needs && !mode.with_bonus) ways.push_back({b, -1, 0, false});
                    continue;
                }
                const int rest = left - graph.problem.weight[head];
                if (rest < 0) continue;
                const bool still = needs && !graph.problem.own[head], end = !graph.problem.through[head];
                const Bits<W> now = key.memory | graph.group_bits[node] | bundles[b].uses;
                ways.push_back({b, enter(head, rest, still, may_double, now, end), 0, false});
                if (may_double) ways.push_back({b, enter(head, rest, still, false, now, end), 0, true});
            }
        }
        const std::size_t first = arcs.size();
        arcs.insert(arcs.end(), ways.begin(), ways.end());
        states.push_back({node, left, needs, may_double, false, key.memory, first, arcs.size(), kNever});
        return known[key] = static_cast<int>(states.size()) - 1;
    }

    int worth(const Arc& arc) const {
        const Bundle& bundle = bundles[arc.bundle];
        if (arc.next < 0) return bundle.net;
        const int ahead = states[arc.next].best;
        return ahead <= kNever / 2 ? kNever : bundle.net + (arc.doubles ? doubled(bundle.head) : 0) + ahead;
    }

    // Whatever a move may have in common with the next one.
    void remember_last_move() {
        std::vector<Bits<W>> in(graph.stops), out(graph.stops);
        for (const auto& move : graph.moves) {
            in[move.head] |= move.uses | graph.group_bits[move.from];
            out[move.from] |= move.uses;
        }
        for (int node : graph.nodes) remembers[node] = in[node].both(out[node]).without(graph.group_bits[node]);
    }

    // Sorts the moves of each stop into bundles by what the memory of their two ends can hold.
    void bundle_up() {
        bundles.clear();
        bundles_from.assign(graph.stops + 1, 0);
        for (int node = 0; node < graph.stops; ++node) {
            bundles_from[node] = static_cast<int>(bundles.size());
            for (int m : graph.moves_from[node]) {
                const Move<W>& move = graph.moves[m];
                put(m, move.head, move.uses.both(remembers[node] | remembers[move.head]), bundles_from[node]);
            }
            for (int t : graph.tails_from[node])
                put(t, kTail, graph.tails[t].uses.both(remembers[node]), bundles_from[node]);
        }
        bundles_from[graph.stops] = static_cast<int>(bundles.size());
    }

    void put(int move, int head, const Bits<W>& uses, int from) {
        for (std::size_t b = from; b < bundles.size(); ++b)
            if (bundles[b].head == head && bundles[b].uses == uses) return bundles[b].moves.push_back(move);
        bundles.push_back({head, uses, {move}, 0});
    }

    // The best moves first.
    void value_bundle(Bundle& bundle) {
        const auto& nets = bundle.head == kTail ? net_tail : net_move;
        std::stable_sort(bundle.moves.begin(), bundle.moves.end(), [&](int a, int b) { return nets[a] > nets[b]; });
        bundle.net = nets[bundle.moves[0]];
    }

    void fill_prices() {
        pass_price.assign(graph.stops, 0);
        end_pay = graph.ending;
        for (int stop = 0; stop < graph.stops; ++stop)
            if (graph.pass_cut[stop] >= 0) end_pay[stop] += pass_price[stop] = shared[graph.pass_cut[stop]];
        shared_move.clear();
        net_move.clear();
        for (const auto& move : graph.moves) {
            shared_move.push_back(charge(move) + pass_price[move.head]);
            net_move.push_back(move.extra + gain[move.head] - shared_move.back() - own_charge(move));
        }
        shared_tail.clear();
        net_tail.clear();
        for (const auto& tail : graph.tails) {
            shared_tail.push_back(charge(tail));
            net_tail.push_back(tail.extra - shared_tail.back() - own_charge(tail));
        }
    }

    int charge(const Move<W>& move) const {
        int sum = 0;
        for (int thing : move.things) sum += shared[thing];
        return sum;
    }

    int own_charge(const Move<W>& move) const {
        int sum = 0;
        for (int bit : move.bits) sum += own[bit];
        return sum;
    }

    void pass(int node, std::vector<int>& things) const {
        if (graph.pass_cut[node] >= 0) things.push_back(graph.pass_cut[node]);
    }

    void value_start(Start& start) {
        start.net = gain[start.node];
        start.net += start.tail >= 0 ? net_tail[start.tail] - pass_price[start.node] : graph.ending[start.node];
        for (int bit : graph.group_list[start.node]) start.net -= own[bit];
        if (start.doubles) start.net += doubled(start.node);
        int ahead = kNever;
        const State& state = states[start.state];
        for (std::size_t a = state.first; a < state.last; ++a) ahead = std::max(ahead, arcs[a].value);
        start.top = ahead <= kNever / 2 ? kNever : start.net + ahead;
    }

    std::vector<Arc> arcs;
    std::unordered_map<Key, int, Hash> known;
    std::vector<int> bundles_from;  // by stop
};

}  // namespace stockrail
