import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// A sign-up gets on from where it stands in the store, and nowhere else.
struct SignUpChangeTests {
    private let ada = UUID()
    private let ben = UUID()

    @Test func aLateAnswerBringsNoAbandonedSignUpBack() {
        let (first, second) = (pending(ada, "t1"), pending(ada, "t2"))
        let begun = StoredSessions().applying([.beginSignUp(first)])
        #expect(begun.pendingSignUp == first)
        #expect(begun.applying([.advanceSignUp(second, from: ada)]).pendingSignUp == second)
        let abandoned = begun.applying([.abandonSignUp(first), .advanceSignUp(second, from: ada)])
        #expect(abandoned.pendingSignUp == nil)
    }

    @Test func aLateAnswerIsNotOfferedToWhoHasSignedInMeanwhile() {
        let signedIn = StoredSessions().applying([
            .beginSignUp(pending(ada, "t1")), .add(.sample("ben"), tellServerSince: nil),
            .advanceSignUp(pending(ada, "t2"), from: ada),
        ])
        #expect(signedIn.pendingSignUp == nil)
    }

    @Test func aLateAnswerDoesNotTakeAnotherPersonsPlace() {
        let theirs = pending(ben, "t3")
        let changed = StoredSessions().applying([
            .beginSignUp(pending(ada, "t1")), .beginSignUp(theirs), .advanceSignUp(pending(ada, "t2"), from: ada),
        ])
        #expect(changed.pendingSignUp == theirs)
    }

    @Test func whoeverHearsThatAnEarlierStepIsOverLeavesTheLaterOne() {
        let (first, second) = (pending(ada, "t1"), pending(ada, "t2"))
        let changed = StoredSessions().applying([
            .beginSignUp(first), .advanceSignUp(second, from: ada), .abandonSignUp(first),
        ])
        #expect(changed.pendingSignUp == second)
    }

    private func pending(_ id: UUID, _ token: String) -> PendingSignUp {
        let place = NativePlace(token: Secret(token), email: Secret("ada@example.com"), correlationID: id)
        return PendingSignUp(saved: SavedSignUp(.password(place)), deadline: .at(1_800))
    }
}
