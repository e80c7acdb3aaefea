import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWebAuthn
import Testing

@Suite struct CBORReaderTests {
    private func error(_ bytes: [UInt8]) -> CBORError? {
        do throws(CBORError) {
            _ = try CBORReader.read(Data(bytes))
            return nil
        } catch {
            return error
        }
    }

    // MARK: Values

    /// The examples of RFC 8949, Appendix A.
    @Test(
        arguments: [
            ([0x00], .integer(0)), ([0x17], .integer(23)), ([0x18, 0x18], .integer(24)),
            ([0x19, 0x03, 0xE8], .integer(1000)), ([0x1A, 0x00, 0x0F, 0x42, 0x40], .integer(1_000_000)),
            ([0x1B, 0x00, 0x00, 0x00, 0xE8, 0xD4, 0xA5, 0x10, 0x00], .integer(1_000_000_000_000)),
            ([0x20], .integer(-1)), ([0x38, 0x63], .integer(-100)), ([0x39, 0x03, 0xE7], .integer(-1000)),
            ([0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .integer(.min)),
            ([0x40], .bytes(Data())), ([0x44, 1, 2, 3, 4], .bytes(Data([1, 2, 3, 4]))),
            ([0x60], .text("")), ([0x62, 0xC3, 0xBC], .text("ü")), ([0x80], .array([])),
            ([0x82, 0x01, 0x81, 0x02], .array([.integer(1), .array([.integer(2)])])),
            ([0xA1, 0x61, 0x61, 0xF5], .map([.text("a"): .bool(true)])), ([0xF4], .bool(false)), ([0xF6], .null),
            ([0xF9, 0x3E, 0x00], .double(1.5)), ([0xFA, 0x47, 0xC3, 0x50, 0x00], .double(100_000)),
            ([0xFB, 0x3F, 0xF1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A], .double(1.1)),
        ] as [([UInt8], CBORValue)]
    )
    func readsValues(bytes: [UInt8], value: CBORValue) throws {
        #expect(try CBORReader.read(Data(bytes)) == value)
    }

    @Test func readsSequence() throws {
        var reader = try CBORReader(Data([0x01, 0x82, 0x02, 0x03, 0x04]))
        #expect(try reader.next() == .integer(1))
        #expect(try reader.next() == .array([.integer(2), .integer(3)]))
        #expect(reader.consumed == 4)
    }

    @Test func readsDataWithOffset() throws {
        let slice = Data([0xFF, 0xFF, 0x41, 0x07]).dropFirst(2)
        #expect(try CBORReader.read(slice) == .bytes(Data([7])))
    }

    // MARK: Errors

    @Test(
        arguments: [
            [], [0x18], [0x19, 0x01], [0x41], [0x61], [0x81], [0xA1, 0x01], [0x1C], [0x1F], [0xE0], [0xF8, 0x20],
            [0xFC],
            [0x61, 0xFF], [0x62, 0xC3, 0x28], [0x63, 0xED, 0xA0, 0x80],
        ] as [[UInt8]]
    )
    func rejectsMalformedText(bytes: [UInt8]) {
        #expect(error(bytes) == .malformed)
    }

    @Test(
        arguments: [
            [0x5F, 0x41, 0x01, 0xFF], [0x7F, 0xFF], [0x9F, 0xFF], [0xBF, 0xFF], [0xFF], [0xC0, 0x60], [0xF7],
            [0x1B, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x3B, 0x80, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func rejectsUnsupportedItems(bytes: [UInt8]) {
        #expect(error(bytes) == .unsupported)
    }

    @Test func rejectsRepeatedKeysAndTrailingBytes() {
        #expect(error([0xA2, 0x01, 0x01, 0x01, 0x02]) == .duplicateKey)
        // The same key in a longer form.
        #expect(error([0xA2, 0x01, 0x01, 0x18, 0x01, 0x02]) == .duplicateKey)
        #expect(error([0x01, 0x01]) == .trailingBytes)
    }

    // MARK: Limits

    /// Headers that claim more content than the text has.
    @Test(arguments: [0x5A, 0x7A, 0x9A, 0xBA, 0x5B, 0x7B, 0x9B, 0xBB] as [UInt8])
    func rejectsHugeCountsWithoutReservingMemory(head: UInt8) {
        for first in [0x00, 0x0F, 0x7F, 0xFF] as [UInt8] {
            let size = head & 0x1F == 26 ? 4 : 8
            let header = [head, first] + [UInt8](repeating: 0xFF, count: size - 1)
            #expect(error(header) == .malformed)
            #expect(error(header + [UInt8](repeating: 0, count: 1000)) == .malformed)
            #expect(error([UInt8](repeating: 0x81, count: 5) + header) == .malformed)
        }
    }

    @Test func limitsDepth() {
        func nested(_ depth: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: depth) + [0x01] }
        #expect(error(nested(CBORReader.maximumDepth)) == nil)
        #expect(error(nested(CBORReader.maximumDepth + 1)) == .tooComplex)
        #expect(error([UInt8](repeating: 0x81, count: 16_000)) == .tooComplex)
        #expect(error([UInt8](repeating: 0xC1, count: 16_000)) == .unsupported)
    }

    @Test func limitsLengthAndItemCount() {
        let count = CBORReader.maximumItemCount - 1
        func array(_ count: Int) -> [UInt8] {
            [UInt8](EncodableCBOR.head(4, UInt64(count))) + [UInt8](repeating: 0, count: count)
        }
        #expect(error(array(count)) == nil)
        #expect(error(array(count + 1)) == .tooComplex)
        #expect(error([UInt8](repeating: 0, count: CBORReader.maximumLength + 1)) == .tooComplex)
    }

    // MARK: Random text

    @Test func readsRandomBytesInBoundedTime() {
        var random = SeededGenerator(state: 24)
        var accepted = 0
        let start = ContinuousClock.now
        for _ in 0..<50_000 {
            let length = Int.random(in: 0...64, using: &random)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            if error(bytes) == nil { accepted += 1 }
        }
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(accepted > 0)
    }

    /// Structured text, which random bytes seldom are: heads of arrays and maps with small counts.
    @Test func readsRandomStructuresInBoundedTime() {
        var random = SeededGenerator(state: 7)
        let heads: [UInt8] = [0x00, 0x41, 0x61, 0x81, 0x82, 0x98, 0x9A, 0xA1, 0xA2, 0xB8, 0xBA, 0xF5, 0xF9, 0x01]
        let start = ContinuousClock.now
        for _ in 0..<2000 {
            let bytes = (0..<2000).map { _ in heads.randomElement(using: &random) ?? 0 }
            _ = error(bytes)
        }
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}

/// A small deterministic generator (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
