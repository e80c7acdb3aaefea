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

extension StoredGrant {
    static func sample(
        _ id: String,
        person: String? = nil,
        token: String? = nil,
        refresh: String? = nil,
        expires: TimeInterval = 5_000
    ) -> StoredGrant {
        StoredGrant(
            id: id,
            account: person.map { Account(id: $0, email: "\(id)@example.com") } ?? .sample(id),
            scopes: [.openid, .profile],
            accessToken: Secret(token ?? "access-\(id)"),
            expiresAt: .at(expires),
            refreshToken: Secret(refresh ?? "refresh-\(id)"),
            idToken: nil
        )
    }
}

extension RenewedTokens {
    static func to(_ access: String, _ refresh: String?) -> RenewedTokens {
        RenewedTokens(accessToken: Secret(access), expiresAt: .at(9_000), refreshToken: refresh.map(Secret.init))
    }
}

extension AuthError {
    static let invalidGrant = AuthError(.refused, "spent", recovery: .interact, serverCode: "invalid_grant")
}

extension SessionMachine.Effect {
    /// That something happened to the session of a sample.
    static func happened(_ name: String, _ kind: SessionEvent.Kind) -> Self {
        .announce(SessionEvent(account: .sample(name), kind: kind))
    }
}

extension SessionMachine.Want {
    static func by(_ caller: Int, _ grant: String, refused: String? = nil, now: TimeInterval = 10) -> Self {
        Self(caller: caller, grant: grant, refused: refused.map(Secret.init), leeway: 60, now: .at(now))
    }
}

extension SessionMachine {
    /// A machine that has read these sessions, the last of them current.
    static func holding(_ grants: StoredGrant...) -> SessionMachine {
        var machine = SessionMachine()
        _ = machine.handle(.look(ticket: 0))
        let stored = StoredSessions(generation: 1, grants: grants, current: grants.last?.id)
        _ = machine.handle(.read(.success(grants.isEmpty ? nil : stored)))
        return machine
    }

    /// A machine whose session `a` has expired and is being refreshed for caller 1.
    static func asking() throws -> (SessionMachine, attempt: Int) {
        var machine = SessionMachine.holding(.sample("a", expires: 0))
        _ = machine.handle(.want(.by(1, "a")))
        let attempt = try machine.readsAndAsks()
        return (machine, attempt)
    }

    /// Answers the read under way with what is stored already; the refresh that begins then.
    mutating func readsAndAsks() throws -> Int {
        let effects = handle(.read(.success(base)))
        let attempts = effects.compactMap { effect -> Int? in
            if case .refresh(_, let attempt, _) = effect { attempt } else { nil }
        }
        return try #require(attempts.first)
    }
}
