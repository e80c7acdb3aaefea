import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

extension Date {
    static func at(_ seconds: TimeInterval) -> Date {
        Date(timeIntervalSince1970: seconds)
    }
}

extension Account {
    static func sample(_ name: String) -> Account {
        Account(id: "person-\(name)", email: "\(name)@example.com")
    }
}

extension StoredSession {
    static func sample(
        _ id: String,
        userID: String? = nil,
        token: String? = nil,
        refresh: String? = nil,
        expires: TimeInterval = 5_000
    ) -> StoredSession {
        StoredSession(
            id: id,
            account: userID.map { Account(id: $0, email: "\(id)@example.com") } ?? .sample(id),
            scopes: [.openid, .profile],
            accessToken: Secret(token ?? "access-\(id)"),
            expiresAt: .at(expires),
            refreshToken: Secret(refresh ?? "refresh-\(id)"),
            idToken: nil
        )
    }
}

extension RefreshedTokens {
    static func to(_ access: String, _ refresh: String?) -> RefreshedTokens {
        RefreshedTokens(accessToken: Secret(access), expiresAt: .at(9_000), refreshToken: refresh.map(Secret.init))
    }
}

extension AuthError {
    static let invalidGrant = AuthError(
        .requestRejected,
        "spent",
        recovery: .signInAgain,
        response: ServerResponse(error: "invalid_grant")
    )
}

extension SessionStateMachine.Effect {
    /// Returns an event of the session of a sample account.
    static func happened(_ name: String, _ kind: SessionEvent.Kind) -> Self {
        .publishEvent(SessionEvent(account: .sample(name), kind: kind))
    }
}

extension SessionStateMachine.Waiter {
    static func by(_ caller: Int, _ grant: String, refused: String? = nil, now: TimeInterval = 10) -> Self {
        Self(caller: caller, sessionID: grant, rejected: refused.map(Secret.init), leeway: 60, now: .at(now))
    }
}

extension SessionStateMachine {
    /// Returns a machine that has read these sessions, with the last one current.
    static func holding(_ grants: StoredSession...) -> SessionStateMachine {
        var machine = SessionStateMachine()
        _ = machine.process(.readRequested(requestID: 0))
        let stored = StoredSessions(generation: 1, sessions: grants, current: grants.last?.id)
        _ = machine.process(.storeRead(.success(grants.isEmpty ? nil : stored)))
        return machine
    }

    /// Returns a machine whose session `a` has expired and is being refreshed for caller 1.
    static func refreshing() throws -> (SessionStateMachine, attempt: Int) {
        var machine = SessionStateMachine.holding(.sample("a", expires: 0))
        _ = machine.process(.tokenRequested(.by(1, "a")))
        let attempt = try machine.readAndStartRefresh()
        return (machine, attempt)
    }

    /// Completes the pending read with the last stored value and returns the attempt of the refresh that starts.
    mutating func readAndStartRefresh() throws -> Int {
        let effects = process(.storeRead(.success(lastStored)))
        let attempts = effects.compactMap { effect -> Int? in
            if case .refreshTokens(_, let attempt, _) = effect { attempt } else { nil }
        }
        return try #require(attempts.first)
    }
}
