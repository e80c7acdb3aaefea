import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Updates of a pending sign-up apply only to the stored step they follow.
struct PendingSignUpTests {
    private let ada = UUID()
    private let ben = UUID()

    @Test func ignoresLateResponseOfDiscardedSignUp() {
        let (first, second) = (pending(ada, "t1"), pending(ada, "t2"))
        let started = StoredSessions().applying([.setPendingSignUp(first)])
        #expect(started.pendingSignUp == first)
        #expect(started.applying([.advancePendingSignUp(second, from: ada)]).pendingSignUp == second)
        let abandoned = started.applying([
            .clearPendingSignUp(at: first.saved.position), .advancePendingSignUp(second, from: ada),
        ])
        #expect(abandoned.pendingSignUp == nil)
    }

    @Test func ignoresLateResponseAfterSignIn() {
        let signedIn = StoredSessions().applying([
            .setPendingSignUp(pending(ada, "t1")), .add(.sample("ben"), revocationTime: nil),
            .advancePendingSignUp(pending(ada, "t2"), from: ada),
        ])
        #expect(signedIn.pendingSignUp == nil)
    }

    @Test func ignoresLateResponseWhenAnotherSignUpIsPending() {
        let theirs = pending(ben, "t3")
        let changed = StoredSessions().applying([
            .setPendingSignUp(pending(ada, "t1")), .setPendingSignUp(theirs),
            .advancePendingSignUp(pending(ada, "t2"), from: ada),
        ])
        #expect(changed.pendingSignUp == theirs)
    }

    @Test func keepsLaterStepWhenEarlierStepExpires() {
        let (first, second) = (pending(ada, "t1"), pending(ada, "t2"))
        let changed = StoredSessions().applying([
            .setPendingSignUp(first), .advancePendingSignUp(second, from: ada),
            .clearPendingSignUp(at: first.saved.position),
        ])
        #expect(changed.pendingSignUp == second)
    }

    @Test func discardsSignUpWhoseDatesWereRoundedInStore() throws {
        var delivery = CodeDelivery(sentTo: "a***@example.com", channel: .email, codeLength: 8)
        delivery.resendAt = Date(timeIntervalSinceReferenceDate: (800_000_000 as TimeInterval).nextUp)
        var started = pending(ada, "t1")
        let position = started.saved.position
        started.saved = SavedSignUp(.code(position, delivery))
        let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "example-app")
        let document = try StoredDocument.encode(StoredSessions().applying([.setPendingSignUp(started)]), for: key)
        let stored = try StoredDocument.decode(document, for: key)
        #expect(stored.pendingSignUp?.saved.position == position && stored.pendingSignUp != started)
        #expect(stored.applying([.clearPendingSignUp(at: position)]).pendingSignUp == nil)
    }

    private func pending(_ id: UUID, _ token: String) -> PendingSignUp {
        let position = NativeFlowPosition(token: Secret(token), email: Secret("ada@example.com"), correlationID: id)
        return PendingSignUp(saved: SavedSignUp(.password(position)), deadline: .at(1_800))
    }
}
