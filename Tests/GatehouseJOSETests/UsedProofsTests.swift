import Foundation
import GatehouseWire
import Testing

@testable import GatehouseJOSE

/// The single use of proofs (RFC 9449 §11.1).
@Suite struct UsedProofsTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    /// Remembered for 71 seconds, as times of creation are rounded.
    private let window = DPoPProof.Window(past: 60, future: 10)

    private func proofs(capacity: Int = 1_000) -> UsedProofs { UsedProofs(window: window, capacity: capacity) }

    private func key(_ identifier: String) -> UsedProofs.Key { UsedProofs.Key(identifier, "key", "uri") }

    @Test func remembersProofForWindow() {
        var used = proofs()
        #expect(used.insert(key("a"), at: start) == .inserted)
        // The generation after the window still contains it.
        for seconds in [0, 30, 70.9, 100] {
            #expect(used.insert(key("a"), at: start.addingTimeInterval(seconds)) == .alreadyUsed)
        }
        #expect(used.insert(key("a"), at: start.addingTimeInterval(172)) == .inserted)
    }

    @Test func remembersProofOfEndOfGeneration() {
        var used = proofs()
        #expect(used.insert(key("a"), at: start) == .inserted)
        #expect(used.insert(key("b"), at: start.addingTimeInterval(70)) == .inserted)
        #expect(used.insert(key("c"), at: start.addingTimeInterval(71)) == .inserted)
        #expect(used.insert(key("b"), at: start.addingTimeInterval(141)) == .alreadyUsed)
    }

    @Test func distinguishesIdentifierKeyAndURI() {
        var used = proofs()
        for parts in [("a", "b", "c"), ("ab", "", "c"), ("", "ab", "c"), ("a", "bc", "")] {
            #expect(used.insert(UsedProofs.Key(parts.0, parts.1, parts.2), at: start) == .inserted)
        }
    }

    /// ECDSA signatures can be changed into other valid ones of the same message.
    @Test func recognizesRepeatedIdentifierInNewProof() throws {
        let signingKey = try SigningKey.generate(.es256)
        let request = DPoPProof.Request(
            method: "POST",
            uri: try #require(NormalizedURI("https://id.example.com/oauth2/token"))
        )
        var used = proofs()
        for expected in [UsedProofs.Insertion.inserted, .alreadyUsed] {
            let text = try DPoPProof.create(for: request, with: signingKey, identifier: "i", now: start)
            let proof = try DPoPProof(verifying: text, for: request, window: window, now: start)
            #expect(used.insert(UsedProofs.Key(proof, for: request), at: start) == expected)
        }
    }

    @Test func forgetsProofsAfterWindow() {
        var used = proofs()
        for number in 1...100 { _ = used.insert(key("\(number)"), at: start) }
        #expect(used.count == 100)
        _ = used.insert(key("later"), at: start.addingTimeInterval(200))
        #expect(used.count == 1)
    }

    /// Forgetting a proof early would permit its replay.
    @Test func refusesProofsInsteadOfForgettingOthers() {
        var used = proofs(capacity: 4)
        for name in ["a", "b"] { #expect(used.insert(key(name), at: start) == .inserted) }
        #expect(used.insert(key("c"), at: start) == .full)
        #expect(used.insert(key("a"), at: start) == .alreadyUsed)
        let later = start.addingTimeInterval(71)
        #expect(used.insert(key("c"), at: later) == .inserted)
        #expect(used.insert(key("a"), at: later) == .alreadyUsed)
    }
}
