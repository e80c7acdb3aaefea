import Foundation
import Gatehouse
import GatehouseWire

extension TokenStoreCase {
    /// Every promise.
    public static let all: [TokenStoreCase] = [
        TokenStoreCase("nothing stored is nil, not an error") { store in
            try await expect(store, at: key, nil, "An empty store must answer nil.")
        },
        TokenStoreCase("what was saved is loaded, every member of it") { store in
            let sessions = sample(generation: 1)
            try await store.save(sessions, for: key, replacing: nil)
            try await expect(store, at: key, sessions, "What is loaded differs from what was saved.")
        },
        TokenStoreCase("members that are absent stay absent") { store in
            var sessions = sample(generation: 1)
            sessions.current = nil
            sessions.grants[0].refreshToken = nil
            sessions.grants[0].idToken = nil
            sessions.grants[0].account = Account(id: "person-1")
            try await store.save(sessions, for: key, replacing: nil)
            try await expect(store, at: key, sessions, "What is loaded differs from what was saved.")
        },
        TokenStoreCase("the generation named is replaced") { store in
            try await store.save(sample(generation: 1), for: key, replacing: nil)
            let next = StoredSessions(generation: 2)
            try await store.save(next, for: key, replacing: 1)
            try await expect(store, at: key, next, "The second value must replace the first.")
        },
        TokenStoreCase("another generation than the one named is kept") { store in
            let stored = sample(generation: 2)
            try await store.save(sample(generation: 1), for: key, replacing: nil)
            try await store.save(stored, for: key, replacing: 1)
            try await refuses(store, StoredSessions(generation: 2), replacing: 1)
            try await refuses(store, StoredSessions(generation: 1), replacing: nil)
            try await expect(store, at: key, stored, "A refused value must change nothing.")
        },
        TokenStoreCase("nothing cannot be replaced as if it were something") { store in
            try await refuses(store, sample(generation: 2), replacing: 1)
            try await expect(store, at: key, nil, "A refused value must change nothing.")
        },
        TokenStoreCase("clients are kept apart by issuer and by identifier") { store in
            let sessions = sample(generation: 1)
            try await store.save(sessions, for: key, replacing: nil)
            for other in [
                TokenKey(issuer: key.issuer, clientID: "other"),
                TokenKey(issuer: key.issuer + "/a", clientID: key.clientID),
            ] {
                try await expect(store, at: other, nil, "\(other) must not see what \(key) has stored.")
                try await store.remove(other)
            }
            try await expect(store, at: key, sessions, "Removing for another client must change nothing here.")
        },
        TokenStoreCase("removed is as if it had never been stored") { store in
            try await store.remove(key)
            try await store.save(sample(generation: 7), for: key, replacing: nil)
            try await store.remove(key)
            try await expect(store, at: key, nil, "Removed must mean gone.")
            try await store.save(sample(generation: 1), for: key, replacing: nil)
        },
        TokenStoreCase("a rehearsal changes nothing") { store in
            try await store.rehearse(key)
            try await expect(store, at: key, nil, "A rehearsal must leave nothing where nothing was.")
            let sessions = sample(generation: 1)
            try await store.save(sessions, for: key, replacing: nil)
            try await store.rehearse(key)
            try await expect(store, at: key, sessions, "A rehearsal must leave what is stored as it is.")
            let next = StoredSessions(generation: 2)
            try await store.save(next, for: key, replacing: 1)
            try await expect(store, at: key, next, "After a rehearsal a save must work as before.")
        },
        TokenStoreCase("twenty accounts with tokens of eight kilobytes fit") { store in
            var sessions = StoredSessions(generation: 1)
            sessions.grants = (0..<20).map { grant("person-\($0)", token: String(repeating: "t", count: 8192)) }
            try await store.save(sessions, for: key, replacing: nil)
            try await expect(store, at: key, sessions, "What is loaded differs from what was saved.")
        },
        TokenStoreCase("of fifty writers at the same time, one wins") { store in
            try await store.save(sample(generation: 1), for: key, replacing: nil)
            let winners = try await winners(of: 50, on: store)
            guard winners.count == 1, let winner = winners.first else {
                throw TokenStoreFailure("\(winners.count) writers replaced generation 1 at the same time.")
            }
            try await expect(store, at: key, candidate(winner), "What is stored must be what the winner wrote.")
        },
    ]

    private static let key = TokenKey(issuer: "https://id.example.com", clientID: "store-case")

    private static func grant(_ person: String, token: String) -> StoredGrant {
        StoredGrant(
            id: "grant-of-\(person)",
            account: Account(id: person, name: "Ünï 例 \u{1F600}", email: "\(person)@example.com"),
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
            grants: [grant("person-1", token: "a/+=\"\\"), grant("person-2", token: "b")],
            current: "grant-of-person-2",
            outbox: [revocation]
        )
    }

    private static func candidate(_ number: Int) -> StoredSessions {
        StoredSessions(generation: 2, grants: [grant("person-\(number)", token: "\(number)")])
    }

    private static func expect(
        _ store: any TokenStore,
        at key: TokenKey,
        _ expected: StoredSessions?,
        _ text: String
    ) async throws {
        guard try await store.load(key) == expected else { throw TokenStoreFailure(text) }
    }

    private static func refuses(
        _ store: any TokenStore,
        _ sessions: StoredSessions,
        replacing generation: UInt64?
    ) async throws {
        do {
            try await store.save(sessions, for: key, replacing: generation)
        } catch {
            guard error.kind == .conflict else {
                throw TokenStoreFailure("The error must be of kind conflict, not \(error.kind).")
            }
            return
        }
        throw TokenStoreFailure("A value was stored in place of a generation that was not there.")
    }

    private static func winners(of writers: Int, on store: any TokenStore) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<writers {
                group.addTask {
                    do throws(TokenStoreError) {
                        try await store.save(candidate(number), for: key, replacing: 1)
                        return number
                    } catch {
                        guard error.kind == .conflict else { throw error }
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { if let winner = $1 { $0.append(winner) } }
        }
    }
}
