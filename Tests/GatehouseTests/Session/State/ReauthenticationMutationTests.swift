import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// The continuation of a session with the tokens of a repeated sign-in.
struct ReauthenticationMutationTests {
    private let now = Date(timeIntervalSince1970: 1_000)

    private func session(_ id: String, of account: String = "ada", token: String) -> StoredSession {
        StoredSession(
            id: id,
            account: Account(id: account),
            scopes: [.openid],
            accessToken: Secret("access-\(token)"),
            expiresAt: now,
            refreshToken: Secret("refresh-\(token)"),
            idToken: nil
        )
    }

    @Test func continuesSessionWithNewTokens() throws {
        var stored = StoredSessions(sessions: [session("a", token: "1"), session("b", of: "bob", token: "2")])
        stored.current = "b"
        let result = stored.applying([.reauthenticate("a", session("new", token: "3"), revocationTime: now)])
        #expect(result.sessions.map(\.id) == ["a", "b"])
        #expect(result.current == "b")
        #expect(result.session("a")?.refreshToken == Secret("refresh-3"))
        #expect(result.pendingRevocations.map(\.token) == [Secret("refresh-1")])
        #expect(result.pendingRevocations.map(\.id) == ["new"])
    }

    @Test func ignoresEndedSessionAndOtherAccount() {
        let stored = StoredSessions(sessions: [session("a", token: "1")])
        let ended = StoreMutation.reauthenticate("b", session("new", token: "3"), revocationTime: now)
        let other = StoreMutation.reauthenticate("a", session("new", of: "bob", token: "3"), revocationTime: now)
        #expect(stored.applying([ended]) == stored)
        #expect(stored.applying([other]) == stored)
    }

    /// A refresh that another process has sent before the sign-in must not bring the former tokens back.
    @Test func discardsRefreshOfFormerTokens() {
        let stored = StoredSessions(sessions: [session("a", token: "1")])
            .applying([.reauthenticate("a", session("new", token: "3"), revocationTime: nil)])
        let late = StoreMutation.updateTokens(session("a", token: "2"), spent: Secret("refresh-1"))
        #expect(stored.applying([late]) == stored)
        #expect(stored.pendingRevocations.isEmpty)
        let rejected = StoreMutation.endRejected("a", spent: Secret("refresh-1"), because: .requested)
        #expect(stored.applying([rejected]) == stored)
    }

    @Test(arguments: [
        SignedOutReason.endedByUser, .consentWithdrawn, .accountDeleted, .credentialsChanged, .endedByOperator,
        .requested, .interruptedRefresh, .endedByAnotherProcess, .endedByServer(errorCode: "invalid_grant"),
    ])
    func storesReason(reason: SignedOutReason) throws {
        #expect(SignedOutReason(stored: try #require(reason.stored)) == reason)
    }
}
