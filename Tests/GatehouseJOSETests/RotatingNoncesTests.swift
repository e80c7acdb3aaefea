import Foundation
import GatehouseJOSE
import Testing

/// Nonces of DPoP proofs (RFC 9449 §8, §9).
@Suite struct RotatingNoncesTests {
    private let nonces = RotatingNonces { "nonce \($0)" }
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func nonce(after seconds: TimeInterval) -> String {
        nonces.current(at: start.addingTimeInterval(seconds))
    }

    private func check(_ nonce: String?, after seconds: TimeInterval) throws(DPoPError) {
        try nonces.check(nonce, at: start.addingTimeInterval(seconds))
    }

    @Test func acceptsRecentNonces() {
        let nonce = nonce(after: 0)
        for seconds in [0, 59, 60, 299.9] {
            #expect(throws: Never.self) { try check(nonce, after: seconds) }
        }
    }

    @Test(arguments: [300.0, 600, 86_400])
    func rejectsExpiredNonce(seconds: TimeInterval) {
        #expect(throws: DPoPError.expiredNonce) { try check(nonce(after: 0), after: seconds) }
    }

    @Test(arguments: ["", "forged", "nonce"])
    func rejectsOtherNonce(nonce: String) {
        #expect(throws: DPoPError.expiredNonce) { try check(nonce, after: 0) }
    }

    @Test func rejectsMissingNonce() {
        #expect(throws: DPoPError.missingNonce) { try check(nil, after: 0) }
    }

    @Test func acceptsNonceOfProcessWhoseClockIsAhead() {
        let nonce = nonce(after: 60)
        #expect(throws: Never.self) { try check(nonce, after: 0) }
        #expect(throws: DPoPError.expiredNonce) { try check(nonce, after: -1) }
    }

    @Test func changesEveryMinute() {
        let values = [0, 59.9, 60, 120].map { nonce(after: $0) }
        #expect(values[0] == values[1])
        #expect(Set(values).count == 3)
    }
}
