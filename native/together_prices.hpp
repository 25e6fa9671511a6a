// Prices for what pays once only; see routes/together/prices.py.
#pragma once

#include "together_choices.hpp"

namespace stockrail::together {

using Prices = std::vector<Rating>;

constexpr double kSwing = 0.7;

// What a choice earns where a resource brings so much.
inline Rating earned(const Choice& choice, int limit, const Prices& gains) {
    Rating earns = choice.value;
    each(choice.certain, [&](int n) { earns += gains[n]; });
    if (!choice.chosen) return earns;
    Rating found[kWidest + 1];
    int size = 0;
    each(choice.chosen, [&](int n) { found[size++] = gains[n]; });
    if (size > limit) std::partial_sort(found, found + limit, found + size, std::greater<Rating>());
    for (int n = 0; n < std::min(size, limit); ++n) earns += found[n];
    return earns;
}

// The candidates of all slots that are alike.
struct Field {
    Slot slot;
    int count;
    std::vector<Choice> candidates;
    std::vector<Rating> earns;
    Rating best = 0, best_home = kNever;
    int champion = -1;

    void rate(const Prices& gains) {
        best = 0, best_home = kNever, champion = -1;
        earns.resize(candidates.size());
        for (std::size_t n = 0; n < candidates.size(); ++n) {
            const Rating rating = earns[n] = earned(candidates[n], slot.limit, gains);
            if (rating > best) best = rating, champion = static_cast<int>(n);
            if (candidates[n].home && rating > best_home) best_home = rating;
        }
    }

    void want(const Prices& gains, std::vector<int>& wanted) const {
        if (champion < 0) return;
        const Choice& choice = candidates[champion];
        each(choice.certain, [&](int n) { wanted[n] += count; });
        std::vector<int> chosen;
        each(choice.chosen, [&](int n) { chosen.push_back(n); });
        std::stable_sort(chosen.begin(), chosen.end(), [&](int a, int b) { return gains[a] > gains[b]; });
        for (int n = 0; n < std::min<int>(slot.limit, static_cast<int>(chosen.size())); ++n) wanted[chosen[n]] += count;
    }
};

// Changes prices against the quarrel; false if there is none. Going on a little in the direction of the last change
// keeps the prices from swinging to and fro. `open` are the resources that somebody may still count.
inline bool move_prices(Prices& prices, const Prices& worth, const std::vector<int>& wanted, Mask open, double step,
                        std::vector<double>& last) {
    double norm = 0;
    bool quarrel = false;
    last.resize(worth.size());
    each(open, [&](int n) {
        const bool idle = wanted[n] == 0 && prices[n] == 0;
        quarrel = quarrel || (wanted[n] != 1 && !idle);
        last[n] = (idle ? 0 : wanted[n] - 1) + kSwing * last[n];
        norm += last[n] * last[n];
    });
    if (!quarrel || norm == 0) return false;
    each(open, [&](int n) {
        const auto change = static_cast<Rating>(step * last[n] / norm);
        prices[n] = std::min(worth[n], std::max<Rating>(0, prices[n] + change));
    });
    return true;
}

// The slots of a formation and the prices.
class Market {
public:
    Market(Choices& choices, const std::vector<Slot>& slots, Prices begin)
        : worth(choices.problem.worth), prices(std::move(begin)), pulse(choices.pulse) {
        for (const Slot& slot : slots) {
            auto known = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.slot == slot; });
            if (known != fields.end())
                ++known->count;
            else
                fields.push_back({slot, 1, choices.of(slot.team), {}});
        }
        rate();
    }

    Prices gains() const {
        Prices found(worth.size());
        for (std::size_t n = 0; n < worth.size(); ++n) found[n] = worth[n] - prices[n];
        return found;
    }

    void rate() {
        const Prices now = gains();
        bound = 0;
        for (Rating price : prices) bound += price;
        for (Field& field : fields) {
            field.rate(now);
            bound += field.count * field.best;
            look(pulse, static_cast<long long>(field.candidates.size()));
        }
        bound -= detour();
    }

    // What it costs at least that one slot must visit the home; `without` one of the slots of a field.
    Rating detour(const Field* without = nullptr) const {
        Rating least = -kNever;
        for (const Field& field : fields)
            if (&field != without || field.count > 1) least = std::min(least, field.best - field.best_home);
        return least;
    }

    Mask all() const { return bit(static_cast<int>(worth.size())) - 1; }

    void tune(Rating known, int rounds) {
        Rating best_bound = bound;
        Prices best_prices = prices;
        std::vector<double> last;
        double pace = 1;
        for (int round = 0; round < rounds && best_bound > known; ++round) {
            std::vector<int> wanted(worth.size());
            const Prices now = gains();
            for (const Field& field : fields) field.want(now, wanted);
            if (!move_prices(prices, worth, wanted, all(), pace * static_cast<double>(bound - known), last)) break;
            rate();
            if (bound < best_bound) {
                best_bound = bound;
                best_prices = prices;
            } else {
                pace *= 0.9;
            }
        }
        prices = best_prices;
        rate();
    }

    // Drops every candidate with which no run can be better than the one known.
    void rule_out(Rating known) {
        const Rating total = bound + detour();
        std::vector<Rating> elsewhere;
        for (const Field& field : fields) elsewhere.push_back(detour(&field));
        for (std::size_t f = 0; f < fields.size(); ++f) {
            Field& field = fields[f];
            std::size_t kept = 0;
            for (std::size_t n = 0; n < field.candidates.size(); ++n) {
                const Rating missing = field.candidates[n].home ? 0 : elsewhere[f];
                if (total - field.best + field.earns[n] - missing > known)
                    field.candidates[kept++] = field.candidates[n];
            }
            field.candidates.resize(kept);
        }
        rate();
    }

    std::size_t size() const {
        std::size_t total = 0;
        for (const Field& field : fields) total += field.candidates.size();
        return total;
    }

    const Prices& worth;
    Prices prices;
    std::vector<Field> fields;
    Rating bound = 0;

private:
    Pulse& pulse;
};

}  // namespace stockrail::together
