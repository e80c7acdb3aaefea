import Foundation
public import Gatehouse
import GatehouseWire

/// A requirement of `TokenStore`, for testing custom stores.
///
/// Run every requirement of ``all`` with a new, empty store:
///
/// ```swift
/// @Test(arguments: TokenStoreConformance.all)
/// func conformsToTokenStoreContract(requirement: TokenStoreConformance) async throws {
///     try await requirement.run(on: MyTokenStore())
/// }
/// ```
public struct TokenStoreConformance: Sendable, CustomStringConvertible {
    /// The requirement.
    public let description: String

    private let check: @Sendable (any TokenStore) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any TokenStore) async throws -> Void) {
        self.description = description
        self.check = check
    }

    /// Checks the requirement.
    ///
    /// - Parameter store: An empty store.
    /// - Throws: ``TokenStoreFailure`` if the store does not meet the requirement; any error of the store.
    public func run(on store: any TokenStore) async throws {
        try await check(store)
    }
}

/// A violation of a requirement.
public struct TokenStoreFailure: Error, Sendable, CustomStringConvertible {
    /// The expected behavior.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension TokenStoreConformance {
    /// All requirements.
    public static let all: [TokenStoreConformance] = [
        TokenStoreConformance("returns nil if nothing is stored") { store in
            try await expect(that: store, at: key, contains: nil, "An empty store must return nil.")
        },
        TokenStoreConformance("loads all members that were saved") { store in
            let sessions = sample(generation: 1)
            try await store.save(sessions, for: key, replacing: nil)
            try await expect(that: store, at: key, contains: sessions, "The loaded value differs from the saved one.")
        },
        TokenStoreConformance("keeps absent members absent") { store in
            var sessions = sample(generation: 1)
            sessions.current = nil
            sessions.sessions[0].refreshToken = nil
            sessions.sessions[0].idToken = nil
            sessions.sessions[0].account = Account(id: "user-1")
            try await store.save(sessions, for: key, replacing: nil)
            try await expect(that: store, at: key, contains: sessions, "The loaded value differs from the saved one.")
        },
        TokenStoreConformance("replaces the expected generation") { store in
            try await store.save(sample(generation: 1), for: key, replacing: nil)
            let next = StoredSessions(generation: 2)
            try await store.save(next, for: key, replacing: 1)
            try await expect(that: store, at: key, contains: next, "The second value must replace the first.")
        },
        TokenStoreConformance("rejects a save with another generation") { store in
            let stored = sample(generation: 2)
            try await store.save(sample(generation: 1), for: key, replacing: nil)
            try await store.save(stored, for: key, replacing: 1)
            try await expectConflict(store, StoredSessions(generation: 2), replacing: 1)
            try await expectConflict(store, StoredSessions(generation: 1), replacing: nil)
            try await expect(that: store, at: key, contains: stored, "A rejected save must change nothing.")
        },
        TokenStoreConformance("rejects replacing a generation when nothing is stored") { store in
            try await expectConflict(store, sample(generation: 2), replacing: 1)
            try await expect(that: store, at: key, contains: nil, "A rejected save must change nothing.")
        },
        TokenStoreConformance("separates clients by issuer and identifier") { store in
            let sessions = sample(generation: 1)
            try await store.save(sessions, for: key, replacing: nil)
            for other in [
                TokenStoreKey(issuer: key.issuer, clientID: "other"),
                TokenStoreKey(issuer: key.issuer + "/a", clientID: key.clientID),
            ] {
                try await expect(that: store, at: other, contains: nil, "\(other) must not see the sessions of \(key).")
                try await store.remove(other)
            }
            try await expect(
                that: store,
                at: key,
                contains: sessions,
                "Removing another client’s sessions must change nothing here."
            )
        },
        TokenStoreConformance("removes all data") { store in
            try await store.remove(key)
            try await store.save(sample(generation: 7), for: key, replacing: nil)
            try await store.remove(key)
            try await expect(that: store, at: key, contains: nil, "Removed data must be gone.")
            try await store.save(sample(generation: 1), for: key, replacing: nil)
        },
        TokenStoreConformance("changes nothing when it checks whether it is writable") { store in
            try await store.checkWritable(key)
            try await expect(that: store, at: key, contains: nil, "A check must leave an empty store empty.")
            let sessions = sample(generation: 1)
            try await store.save(sessions, for: key, replacing: nil)
            try await store.checkWritable(key)
            try await expect(that: store, at: key, contains: sessions, "A check must not change stored data.")
            let next = StoredSessions(generation: 2)
            try await store.save(next, for: key, replacing: 1)
            try await expect(that: store, at: key, contains: next, "A save must work after a check.")
        },
        TokenStoreConformance("stores twenty accounts with tokens of eight kilobytes") { store in
            var sessions = StoredSessions(generation: 1)
            sessions.sessions = (0..<20).map { session("user-\($0)", token: String(repeating: "t", count: 8192)) }
            try await store.save(sessions, for: key, replacing: nil)
            try await expect(that: store, at: key, contains: sessions, "The loaded value differs from the saved one.")
        },
        TokenStoreConformance("accepts one of fifty concurrent saves") { store in
            try await store.save(sample(generation: 1), for: key, replacing: nil)
            let winners = try await winners(of: 50, on: store)
            guard winners.count == 1, let winner = winners.first else {
                throw TokenStoreFailure("\(winners.count) concurrent saves replaced generation 1.")
            }
            try await expect(
                that: store,
                at: key,
                contains: candidate(winner),
                "The stored value must be that of the accepted save."
            )
        },
    ]

    private static let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "store-case")

    private static func session(_ userID: String, token: String) -> StoredSession {
        StoredSession(
            id: "session-of-\(userID)",
            account: Account(id: userID, name: "Ünï 例 \u{1F600}", email: "\(userID)@example.com"),
            scopes: [.openid, .profile, .offlineAccess],
            accessToken: Secret("access-" + token),
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000),
            refreshToken: Secret("refresh-" + token),
            idToken: Secret("identity-" + token)
        )
    }

    private static func sample(generation: UInt64) -> StoredSessions {
        let revocation = PendingRevocation(
            id: "ended",
            token: Secret("spent"),
            since: Date(timeIntervalSince1970: 1_700_000_000)
        )
        return StoredSessions(
            generation: generation,
            sessions: [session("user-1", token: "a/+=\"\\"), session("user-2", token: "b")],
            current: "session-of-user-2",
            pendingRevocations: [revocation]
        )
    }

    private static func candidate(_ number: Int) -> StoredSessions {
        StoredSessions(generation: 2, sessions: [session("user-\(number)", token: "\(number)")])
    }

    private static func expect(
        that store: any TokenStore,
        at key: TokenStoreKey,
        contains expected: StoredSessions?,
        _ text: String
    ) async throws {
        guard try await store.load(key) == expected else { throw TokenStoreFailure(text) }
    }

    private static func expectConflict(
        _ store: any TokenStore,
        _ sessions: StoredSessions,
        replacing generation: UInt64?
    ) async throws {
        do {
            try await store.save(sessions, for: key, replacing: generation)
        } catch {
            guard error.code == .conflict else {
                throw TokenStoreFailure("The error code must be conflict, not \(error.code).")
            }
            return
        }
        throw TokenStoreFailure("A save replaced a generation that was not stored.")
    }

    private static func winners(of writers: Int, on store: any TokenStore) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<writers {
                group.addTask {
                    do throws(TokenStoreError) {
                        try await store.save(candidate(number), for: key, replacing: 1)
                        return number
                    } catch {
                        guard error.code == .conflict else { throw error }
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { if let winner = $1 { $0.append(winner) } }
        }
    }
}
