// The exact search for the best set of routes; see routes/together/search.py.
#pragma once

#include <numeric>

#include "together_trial.hpp"

namespace stockrail::together {

class Search {
public:
    Search(const Problem& given, Pulse& beats)
        : problem(given), pulse(beats), choices(given, beats), routes(given.trains.size()), twins(given.twins()) {}

    // Finds the best run. Where the pulse cuts it short, `bound` tells what a better one could still be rated.
    void run() {
        open = plain_sum();
        try {
            choices.find_ways();
            Formations formations(problem);
            for (std::size_t n = 0; n < formations.all.size(); ++n)
                order.push_back({-plain_bound(formations.all[n]), n});
            std::sort(order.begin(), order.end());
            open = std::min(open, -order[0].first);
            for (Aim level : {Aim{unit() * kRevenue, kSubsidy - 1}, Aim{kSubsidy, kSubsidy - 1}, Aim{1, 0}}) {
                aim = level;
                pass(formations);
                open = rating;
            }
        } catch (const Spent&) {
        }
    }

    // No run is rated higher, or none has more revenue once that is proven.
    Rating bound() const { return std::max(open, rating); }

    const Problem& problem;
    Pulse& pulse;
    Choices choices;
    Rating rating = 0;
    std::vector<std::vector<int>> routes;  // links by train

private:
    static constexpr int kRounds = 150;         // for how many rounds prices are tuned at a time
    static constexpr int kSlow = 50;           // tuning goes on while it closes such a part of the gap
    static constexpr int kStarts = 3;          // with how many different slots a guess begins
    static constexpr std::size_t kEasy = 200;  // so many candidates are tried without tuning prices
    static constexpr long long kFirstTry = 300;  // positions of the first trial; then ever more
    static constexpr long long kMore = 4;
    // Revenue is proven whatever it takes. What breaks ties (subsidy, trains, hexes) is looked for in trials of so many
    // positions at most: where nine long trains cover a whole map, its proof would take longer than that of the rest.
    static constexpr long long kLastTry = 4800;

    // What all that pays and the longest lines would bring.
    Rating plain_sum() const {
        Rating total = std::accumulate(problem.worth.begin(), problem.worth.end(), Rating{0});
        for (int kind : problem.trains) {
            Rating most = 0;
            for (const auto& row : problem.offices[problem.kinds[kind].office].line)
                for (Rating pays : row) most = std::max(most, pays);
            total += most;
        }
        return total;
    }

    // All revenues are multiples of it.
    Rating unit() const {
        Rating common = 0;
        for (Rating worth : problem.worth) common = std::gcd(common, worth / kRevenue);
        for (const Office& office : problem.offices)
            for (const auto& row : office.line)
                for (Rating pays : row) common = std::gcd(common, pays / kRevenue);
        return std::max<Rating>(common, 1);
    }

    // Formation after formation, the most promising first; each begins with the prices of the one before.
    void pass(const Formations& formations) {
        Prices prices(problem.worth.size(), 0);
        for (std::size_t n = 0; n < order.size(); ++n) {
            if (-order[n].first <= enough()) break;
            Market market(choices, formations.all[order[n].second], prices);
            later = n + 1 < order.size() ? -order[n + 1].first : 0;
            improve(market);
            prices = market.prices;
        }
    }

    // What is rated so or lower is of no interest.
    Rating enough() const { return aim.beside(rating); }

    // What a formation could earn if nobody were in anybody's way.
    Rating plain_bound(const std::vector<Slot>& slots) {
        Rating total = 0;
        for (const Slot& slot : slots) {
            auto [known, fresh] = plain.try_emplace(slot.team, 0);
            if (fresh)
                for (const Choice& choice : choices.of(slot.team))
                    known->second = std::max(known->second, earned(choice, slot.limit, problem.worth));
            total += known->second;
        }
        return total;
    }

    void improve(Market& market) {
        for (long long limit = kFirstTry;; limit *= kMore) {
            approach(market);
            if (market.bound <= enough()) return;
            Trial trial(choices, rating, aim, limit, [&](const std::vector<Pick>& plan) { accept(plan); });
            if (trial.run(market)) return;
            narrow(trial.bound);
            if (aim.unit < kRevenue && limit >= (aim.unit == 1 ? kLastTry / kMore : kLastTry)) return;
        }
    }

    // Brings the bound and the best run known together, until it is no longer worth the while.
    void approach(Market& market) {
        while (market.bound > enough()) {
            guess(market);
            market.rule_out(enough());
            const Rating before = market.bound - enough();
            if (before <= 0 || market.size() <= kEasy) return;
            market.tune(enough(), kRounds);
            market.rule_out(enough());
            narrow(market.bound);
            if (before - (market.bound - enough()) < before / kSlow) return;
        }
    }

    // Notes how far the present formation is bounded; once the revenue is proven nobody asks.
    void narrow(Rating most) {
        if (aim.unit < kRevenue) return;
        const Rating highest = std::max(most, later);
        open = std::min(open, highest <= enough() ? rating : highest);
    }

    // A good run soon: each slot in turn takes what is best beside the others.
    void guess(const Market& market) {
        std::vector<const Field*> slots;
        for (const Field& field : market.fields) slots.insert(slots.end(), field.count, &field);
        const int size = static_cast<int>(slots.size());
        for (int start = -1; start < std::min(size, kStarts); ++start) {
            std::vector<const Choice*> picks(size, nullptr);
            if (start < 0)  // what each would like best under the present prices
                for (int n = 0; n < size; ++n)
                    if (slots[n]->champion >= 0) picks[n] = &slots[n]->candidates[slots[n]->champion];
            for (int turn = 0; turn < 2 * size; ++turn) {
                const int n = (std::max(start, 0) * size / kStarts + turn) % size;
                picks[n] = nullptr;
                picks[n] = reply(*slots[n], slots, picks);
            }
            accept(made_of(slots, picks));
        }
    }

    static std::vector<Pick> made_of(const std::vector<const Field*>& slots, const std::vector<const Choice*>& picks) {
        std::vector<Pick> plan;
        for (std::size_t n = 0; n < slots.size(); ++n)
            if (picks[n]) plan.push_back({&slots[n]->slot, picks[n]});
        return plan;
    }

    // The best candidate beside given ones, taking it that they count what they do without it.
    const Choice* reply(const Field& field, const std::vector<const Field*>& slots,
                        const std::vector<const Choice*>& picks) {
        const std::vector<Pick> plan = made_of(slots, picks);
        Prices gains = problem.worth;
        each(counted(plan), [&](int n) { gains[n] = 0; });
        look(pulse, static_cast<long long>(field.candidates.size()));
        std::vector<Meeting> met;
        for (const Pick& pick : plan) met.push_back({pick.choice->touch, pick.choice->home});
        Rating best = plan.empty() ? kNever : 0;
        const Choice* found = nullptr;
        for (const Choice& choice : field.candidates) {
            const Rating earns = earned(choice, field.slot.limit, gains);
            if (earns <= best) continue;
            met.push_back({choice.touch, choice.home});
            if (hangs_together(met)) best = earns, found = &choice;
            met.pop_back();
        }
        return found;
    }

    // The resources that are counted. By falling worth each is taken that fits in beside those taken before (a
    // transversal matroid); a train that is full may hand one of its own over to another.
    Mask counted(const std::vector<Pick>& plan) const {
        if (twins && visits_twins(plan)) return counted_by_stop(plan);
        Mask certain = 0, open = 0;
        for (const Pick& pick : plan) certain |= pick.choice->certain;
        std::vector<Mask> could;
        std::vector<int> room;
        for (const Pick& pick : plan) {
            could.push_back(pick.choice->chosen & ~certain);
            room.push_back(pick.slot->limit);
            open |= could.back();
        }
        std::vector<int> items;
        each(open, [&](int n) { items.push_back(n); });
        std::stable_sort(items.begin(), items.end(),
                         [&](int a, int b) { return problem.worth[a] > problem.worth[b]; });
        std::vector<Mask> taken(plan.size(), 0);
        for (int item : items) {
            std::vector<char> tried(plan.size(), 0);
            if (fit_in(item, could, room, taken, tried)) certain |= bit(item);
        }
        return certain;
    }

    // Whether routes come to different stops of one location.
    bool visits_twins(const std::vector<Pick>& plan) const {
        Mask visited = 0, locations = 0;
        for (const Pick& pick : plan) visited |= pick.choice->certain & twins;
        each(visited, [&](int n) { locations |= bit(problem.payee[n]); });
        return stockrail::together::count(locations) < stockrail::together::count(visited);
    }

    // The same where trains choose stop by stop, although a location pays once; see routes/together/by_stop.py.
    Mask counted_by_stop(const std::vector<Pick>& plan) const {
        Mask sure = 0, open = 0, paid = 0;
        std::vector<Mask> could;
        std::vector<int> room;
        for (const Pick& pick : plan) sure |= items_of(*pick.choice, pick.choice->certain);
        for (const Pick& pick : plan) {
            could.push_back(items_of(*pick.choice, pick.choice->chosen) & ~sure);
            room.push_back(pick.slot->limit);
            open |= could.back();
        }
        each(sure, [&](int n) { paid |= bit(problem.payee[n]); });
        Mask best = 0;
        Rating most = -1;
        for (std::size_t turn = 0; turn < most_twins(open); ++turn) {
            const Mask found = paid | shared_out(could, room, open, preferred(open, paid, turn));
            Rating worth = 0;
            each(found, [&](int n) { worth += problem.worth[n]; });
            if (worth > most) most = worth, best = found;
        }
        return best;
    }

    // What a choice counts, with the stops in place of locations that have several.
    Mask items_of(const Choice& choice, Mask counted) const {
        Mask found = counted & ~twins;
        each(choice.certain & twins, [&](int n) { found &= ~bit(problem.payee[n]); });
        each(choice.certain & twins, [&](int n) {
            if (counted & bit(problem.payee[n])) found |= bit(n);
        });
        return found;
    }

    std::map<int, std::vector<int>> twins_in(Mask items) const {
        std::map<int, std::vector<int>> found;
        each(items & twins, [&](int n) { found[problem.payee[n]].push_back(n); });
        return found;
    }

    std::size_t most_twins(Mask items) const {
        std::size_t most = 1;
        for (const auto& [location, stops] : twins_in(items)) most = std::max(most, stops.size());
        return most;
    }

    // Of items that are worth the same, those that pay: of the stops of a location one, unless it is paid already.
    Mask preferred(Mask open, Mask paid, std::size_t turn) const {
        Mask found = open & ~twins;
        for (const auto& [location, stops] : twins_in(open))
            if (!(paid & bit(location))) found |= bit(stops[turn % stops.size()]);
        return found;
    }

    // The locations of the items that fit in, the dearest first.
    Mask shared_out(const std::vector<Mask>& could, std::vector<int> room, Mask open, Mask liked) const {
        std::vector<int> items;
        each(open, [&](int n) { items.push_back(n); });
        auto rank = [&](int n) { return problem.worth[problem.payee[n]] + ((liked & bit(n)) ? 1 : 0); };
        std::stable_sort(items.begin(), items.end(), [&](int a, int b) { return rank(a) > rank(b); });
        std::vector<Mask> taken(could.size(), 0);
        Mask found = 0;
        for (int item : items) {
            std::vector<char> tried(could.size(), 0);
            if (fit_in(item, could, room, taken, tried)) found |= bit(problem.payee[item]);
        }
        return found;
    }

    static bool fit_in(int item, const std::vector<Mask>& could, std::vector<int>& room, std::vector<Mask>& taken,
                       std::vector<char>& tried) {
        for (std::size_t n = 0; n < could.size(); ++n)
            if ((could[n] & bit(item)) && room[n]) {
                --room[n];
                taken[n] |= bit(item);
                return true;
            }
        for (std::size_t n = 0; n < could.size(); ++n) {
            if (!(could[n] & bit(item)) || tried[n]) continue;
            tried[n] = 1;
            std::vector<int> own;
            each(taken[n], [&](int k) { own.push_back(k); });
            for (int other : own)
                if (fit_in(other, could, room, taken, tried)) {
                    taken[n] = (taken[n] & ~bit(other)) | bit(item);
                    return true;
                }
        }
        return false;
    }

    // Takes a run if it is better than the best known and hangs together.
    void accept(const std::vector<Pick>& plan) {
        Rating value = 0;
        for (const Pick& pick : plan) value += pick.choice->value;
        each(counted(plan), [&](int n) { value += problem.worth[n]; });
        if (value <= rating) return;
        Settling settling(choices, plan, value - rating - 1);
        if (!settling.found) return;
        rating = value - settling.extra;
        routes.assign(problem.trains.size(), {});
        std::vector<char> busy(problem.trains.size(), 0);
        for (const Leg& leg : settling.best) {
            std::size_t train = 0;
            while (busy[train] || problem.trains[train] != leg.kind) ++train;
            busy[train] = 1;
            routes[train] = leg.links;
        }
    }

    const Mask twins;  // stops of locations that have several, where each is one by itself
    std::map<Team, Rating> plain;
    std::vector<std::pair<Rating, std::size_t>> order;  // bounds of the formations, falling
    Aim aim{1, 0};
    Rating open = 0;   // the bound of what is not proven
    Rating later = 0;  // that of the formations to come
};

}  // namespace stockrail::together
