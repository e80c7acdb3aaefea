import Testing

@testable import GatehouseVerifier

@Suite struct TokenCacheTests {
    /// Returns a token with its number at the end, as signatures differ.
    private func token(_ number: Int) -> String {
        String(repeating: "t", count: 600) + String(number)
    }

    @Test func returnsResultUntilExpiry() {
        let cache = TokenCache<Int>(capacity: 10)
        cache.insert(7, for: token(1), until: 100, epoch: cache.epoch)
        #expect(cache.value(for: token(1), at: 99.9) == 7)
        #expect(cache.value(for: token(1), at: 100) == nil)
        #expect(cache.value(for: token(2), at: 0) == nil)
    }

    /// The last bytes alone do not identify a token.
    @Test func comparesWholeToken() {
        let cache = TokenCache<Int>(capacity: 10)
        let suffix = String(repeating: "s", count: 40)
        cache.insert(1, for: "a" + suffix, until: 100, epoch: cache.epoch)
        #expect(cache.value(for: "b" + suffix, at: 0) == nil)
        #expect(cache.value(for: "a" + suffix, at: 0) == 1)
    }

    @Test func boundsNumberOfTokens() {
        let cache = TokenCache<Int>(capacity: 10)
        for number in 0..<1_000 { cache.insert(number, for: token(number), until: 100, epoch: cache.epoch) }
        #expect(cache.count <= 10)
        #expect(cache.value(for: token(999), at: 0) == 999)
        #expect(cache.value(for: token(0), at: 0) == nil)
    }

    @Test func keepsTokensThatAreUsed() {
        let cache = TokenCache<Int>(capacity: 10)
        cache.insert(-1, for: "used", until: 100, epoch: cache.epoch)
        for number in 0..<1_000 {
            cache.insert(number, for: token(number), until: 100, epoch: cache.epoch)
            #expect(cache.value(for: "used", at: 0) == -1)
        }
    }

    @Test func ignoresLongTokensAndOldEpochs() {
        let cache = TokenCache<Int>(capacity: 10)
        let long = String(repeating: "a", count: 4_097)
        cache.insert(1, for: long, until: 100, epoch: cache.epoch)
        #expect(cache.value(for: long, at: 0) == nil)
        let epoch = cache.epoch
        cache.insert(1, for: "a", until: 100, epoch: epoch)
        cache.removeAll()
        #expect(cache.value(for: "a", at: 0) == nil)
        cache.insert(1, for: "a", until: 100, epoch: epoch)
        #expect(cache.value(for: "a", at: 0) == nil)
    }

    @Test func remembersNothingWithoutCapacity() {
        let cache = TokenCache<Int>(capacity: 0)
        cache.insert(1, for: "a", until: 100, epoch: cache.epoch)
        #expect(cache.count == 0)
    }
}
