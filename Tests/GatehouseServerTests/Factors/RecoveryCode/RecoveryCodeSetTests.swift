import Crypto
import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseWire
import Testing

@Suite struct RecoveryCodeSetTests {
    private let key = SymmetricKey(data: Data(repeating: 7, count: 32))

    /// Returns a source that hashes a seed and a counter.
    private func random(seed: UInt8 = 1) -> RandomSource {
        let counter = Counter()
        return RandomSource { count in
            var bytes = Data()
            while bytes.count < count { bytes += Data(SHA256.hash(data: Data([seed, counter.next()]))) }
            return bytes.prefix(count)
        }
    }

    private final class Counter: Sendable {
        private let value = Mutex<UInt8>(0)
        func next() -> UInt8 {
            value.withLock {
                $0 &+= 1
                return $0
            }
        }
    }

    private func generate(seed: UInt8 = 1) -> (set: RecoveryCodeSet, codes: [String]) {
        let (set, codes) = RecoveryCodeSet.generate(random: random(seed: seed), key: key)
        return (set, codes.map { $0.reveal() })
    }

    // MARK: Generation

    @Test func generatesTenDistinctReadableCodes() {
        for seed in UInt8(0)..<50 {
            let (set, codes) = generate(seed: seed)
            #expect(Set(codes).count == 10)
            #expect(set.remaining == 10)
            #expect(set.count == 10)
            for code in codes {
                let pattern = /[abcdefghijkmnpqrstuvwxyz23456789]{5}-[abcdefghijkmnpqrstuvwxyz23456789]{5}/
                #expect(code.wholeMatch(of: pattern) != nil)
            }
        }
    }

    @Test func encodesFiveRandomBitsPerCharacter() {
        let calls = Counter()
        let codes = RecoveryCodeSet.generate(
            random: RandomSource { count in
                let start = (Int(calls.next()) - 1) * count
                return Data((start..<start + count).map { UInt8(truncatingIfNeeded: $0) })
            },
            key: key
        ).codes.map { $0.reveal() }
        #expect(codes.prefix(4) == ["abcde-fghij", "kmnpq-rstuv", "wxyz2-34567", "89abc-defgh"])
    }

    @Test func redrawsDuplicates() {
        let calls = Counter()
        let codes = RecoveryCodeSet.generate(
            // Each code comes twice.
            random: RandomSource { count in Data(repeating: calls.next() / 2, count: count) },
            key: key
        ).codes
        #expect(Set(codes).count == 10)
    }

    // MARK: Use

    @Test func acceptsEachCodeOnce() throws {
        var (set, codes) = generate()
        for (index, code) in codes.reversed().enumerated() {
            let next = try #require(set.consuming(code, key: key))
            #expect(next.remaining == 9 - index)
            #expect(next.count == 10)
            #expect(next.consuming(code, key: key) == nil)
            set = next
        }
        for code in codes { #expect(set.consuming(code, key: key) == nil) }
    }

    @Test func keepsOtherCodes() throws {
        let (set, codes) = generate()
        let next = try #require(set.consuming(codes[4], key: key))
        for code in codes where code != codes[4] { #expect(next.consuming(code, key: key)?.remaining == 8) }
        #expect(set.remaining == 10)
    }

    @Test func rejectsCodesOfOtherSets() {
        let (set, _) = generate(seed: 1)
        for code in generate(seed: 2).codes { #expect(set.consuming(code, key: key) == nil) }
    }

    // MARK: Input

    @Test func ignoresCaseAndSeparators() {
        let (set, codes) = generate()
        let plain = codes[0].filter { $0 != "-" }
        let spaced = plain.map { "\($0)" }.joined(separator: " - ")
        for typed in [plain, plain.uppercased(), codes[0].uppercased(), " \(codes[0])\r\n", spaced] {
            #expect(set.consuming(typed, key: key)?.remaining == 9)
        }
    }

    @Test func readsLookalikesOfI() throws {
        let calls = Counter()
        let (set, codes) = RecoveryCodeSet.generate(
            random: RandomSource { count in Data(repeating: 7 + calls.next(), count: count) },
            key: key
        )
        #expect(codes[0].reveal() == "iiiii-iiiii")
        for typed in ["IIIII-IIIII", "lllll-lllll", "11111-11111", "LLLLL-LLLLL", "il1IL il1IL"] {
            #expect(set.consuming(typed, key: key)?.remaining == 9)
        }
    }

    @Test func rejectsOtherText() {
        let (set, codes) = generate()
        let code = codes[0]
        let long = String(repeating: "a", count: 10_000_000)
        let others = [
            "", "-", String(code.dropLast()), code + "a", code + "\0", code + "\u{301}", "aaaaa-aaaaa", "ooooo-00000",
            code.replacing("-", with: "_"), code.replacing("-", with: "—"), "ａａａａａ-ａａａａａ", long, code + long,
            String(repeating: " ", count: 90) + code,
        ]
        for other in others { #expect(set.consuming(other, key: key) == nil) }
    }

    // MARK: Storage

    @Test func storesNoCodeInClear() throws {
        let (set, codes) = generate()
        let stored = String(decoding: try JSONEncoder().encode(set), as: UTF8.self).lowercased()
        for code in codes {
            #expect(!stored.contains(code))
            #expect(!stored.contains(code.filter { $0 != "-" }))
        }
        let decoded = try JSONDecoder().decode(RecoveryCodeSet.self, from: JSONEncoder().encode(set))
        #expect(decoded == set)
        #expect(decoded.consuming(codes[9], key: key)?.remaining == 9)
    }

    @Test func hashesDependOnKey() {
        let (set, codes) = generate()
        let other = SymmetricKey(data: Data(repeating: 8, count: 32))
        #expect(set.consuming(codes[0], key: other) == nil)
        #expect(RecoveryCodeSet.generate(random: random(), key: other).codes.map { $0.reveal() } == codes)
        #expect(RecoveryCodeSet.generate(random: random(), key: other).set != set)
    }

    @Test func hashesDependOnSalt() throws {
        func hashes(salt: UInt8) throws -> [String] {
            let calls = Counter()
            let source = RandomSource { count in
                Data(repeating: count == 16 ? salt : calls.next(), count: count)
            }
            let set = RecoveryCodeSet.generate(random: source, key: key).set
            let stored = try JSONDecoder().decode(Stored.self, from: JSONEncoder().encode(set))
            #expect(stored.salt == Data(repeating: salt, count: 16))
            #expect(stored.count == 10)
            return stored.hashes
        }
        #expect(try hashes(salt: 1) == hashes(salt: 1))
        #expect(try Set(hashes(salt: 1)).isDisjoint(with: hashes(salt: 2)))
        #expect(try Set(hashes(salt: 1)).count == 10)
    }

    private struct Stored: Decodable {
        let salt: Data
        let hashes: [String]
        let count: Int
    }
}
