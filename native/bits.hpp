// Sets of small numbers, as wide as a problem needs.
#pragma once

#include <array>
#include <cstdint>

namespace stockrail {

template <int W>
struct Bits {
    std::array<std::uint64_t, W> words{};

    void set(int n) { words[n >> 6] |= std::uint64_t{1} << (n & 63); }

    bool has(int n) const { return words[n >> 6] >> (n & 63) & 1; }

    int count() const {
        int sum = 0;
        for (auto word : words) sum += __builtin_popcountll(word);
        return sum;
    }

    bool meets(const Bits& other) const {
        std::uint64_t both = 0;
        for (int i = 0; i < W; ++i) both |= words[i] & other.words[i];
        return both != 0;
    }

    Bits operator|(const Bits& other) const {
        Bits sum;
        for (int i = 0; i < W; ++i) sum.words[i] = words[i] | other.words[i];
        return sum;
    }

    Bits& operator|=(const Bits& other) { return *this = *this | other; }

    Bits both(const Bits& other) const {
        Bits common;
        for (int i = 0; i < W; ++i) common.words[i] = words[i] & other.words[i];
        return common;
    }

    Bits without(const Bits& other) const {
        Bits rest;
        for (int i = 0; i < W; ++i) rest.words[i] = words[i] & ~other.words[i];
        return rest;
    }

    bool operator==(const Bits& other) const { return words == other.words; }

    template <typename Visit>
    void each(Visit visit) const {
        for (int i = 0; i < W; ++i)
            for (std::uint64_t rest = words[i]; rest; rest &= rest - 1) visit(i * 64 + __builtin_ctzll(rest));
    }

    std::size_t hash() const {
        std::uint64_t mixed = 0x9E3779B97F4A7C15u;
        for (auto word : words) {
            mixed ^= word;
            mixed *= 0xFF51AFD7ED558CCDu;
            mixed ^= mixed >> 32;
        }
        return static_cast<std::size_t>(mixed);
    }
};

}  // namespace stockrail
