import Foundation
public import Gatehouse

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
        TokenStoreConformance("loads the bytes that were saved") { store in
            try await store.save(sample(1), for: key, replacing: nil)
            try await expect(that: store, at: key, contains: sample(1), "The loaded bytes differ from the saved ones.")
        },
        TokenStoreConformance("replaces the expected data") { store in
            try await store.save(sample(1), for: key, replacing: nil)
            try await store.save(sample(2), for: key, replacing: sample(1))
            try await expect(that: store, at: key, contains: sample(2), "The second value must replace the first.")
        },
        TokenStoreConformance("rejects a save that replaces other data") { store in
            try await store.save(sample(1), for: key, replacing: nil)
            try await store.save(sample(2), for: key, replacing: sample(1))
            try await expectConflict(store, sample(3), replacing: sample(1))
            try await expectConflict(store, sample(3), replacing: nil)
            try await expect(that: store, at: key, contains: sample(2), "A rejected save must change nothing.")
        },
        TokenStoreConformance("rejects replacing data when nothing is stored") { store in
            try await expectConflict(store, sample(2), replacing: sample(1))
            try await expect(that: store, at: key, contains: nil, "A rejected save must change nothing.")
        },
        TokenStoreConformance("separates clients by issuer and identifier") { store in
            try await store.save(sample(1), for: key, replacing: nil)
            for other in [
                TokenStoreKey(issuer: key.issuer, clientID: "other"),
                TokenStoreKey(issuer: key.issuer + "/a", clientID: key.clientID),
            ] {
                try await expect(that: store, at: other, contains: nil, "\(other) must not see the data of \(key).")
                try await store.remove(other)
            }
            try await expect(
                that: store,
                at: key,
                contains: sample(1),
                "Removing another client’s data must change nothing here."
            )
        },
        TokenStoreConformance("removes all data") { store in
            try await store.remove(key)
            try await store.save(sample(7), for: key, replacing: nil)
            try await store.remove(key)
            try await expect(that: store, at: key, contains: nil, "Removed data must be gone.")
            try await store.save(sample(1), for: key, replacing: nil)
        },
        TokenStoreConformance("keeps data that is not corrupt") { store in
            try await store.removeCorrupt(key)
            try await store.save(sample(1), for: key, replacing: nil)
            try await store.removeCorrupt(key)
            try await expect(that: store, at: key, contains: sample(1), "Data that can be loaded must not be removed.")
        },
        TokenStoreConformance("changes nothing when it checks whether it is writable") { store in
            try await store.checkWritable(key, byteCount: 40_000)
            try await expect(that: store, at: key, contains: nil, "A check must leave an empty store empty.")
            try await store.save(sample(1), for: key, replacing: nil)
            try await store.checkWritable(key, byteCount: 40_000)
            try await expect(that: store, at: key, contains: sample(1), "A check must not change stored data.")
            try await store.save(sample(2), for: key, replacing: sample(1))
            try await expect(that: store, at: key, contains: sample(2), "A save must work after a check.")
        },
        TokenStoreConformance("stores half a megabyte: twenty accounts with tokens of eight kilobytes") { store in
            let data = sample(1, byteCount: 512 << 10)
            try await store.save(data, for: key, replacing: nil)
            try await expect(that: store, at: key, contains: data, "The loaded bytes differ from the saved ones.")
        },
        TokenStoreConformance("accepts one of fifty concurrent saves") { store in
            try await store.save(sample(1), for: key, replacing: nil)
            let winners = try await winners(of: 50, on: store)
            guard winners.count == 1, let winner = winners.first else {
                throw TokenStoreFailure("\(winners.count) concurrent saves replaced the same data.")
            }
            try await expect(
                that: store,
                at: key,
                contains: candidate(winner),
                "The stored data must be that of the accepted save."
            )
        },
        TokenStoreConformance("reads and writes the same data synchronously") { store in
            guard let synchronous = store.synchronous else { return }
            try synchronous.save(sample(1), for: key, replacing: nil)
            try await expect(
                that: store,
                at: key,
                contains: sample(1),
                "Data that was saved synchronously must be loaded."
            )
            try await store.save(sample(2), for: key, replacing: sample(1))
            guard try synchronous.load(key) == sample(2) else {
                throw TokenStoreFailure("Saved data must be loaded synchronously.")
            }
        },
    ]

    private static let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "store-case")

    /// Returns bytes of all values, of which the first is the number.
    private static func sample(_ number: UInt8, byteCount: Int = 2048) -> Data {
        Data([number] + (1..<byteCount).map { UInt8(truncatingIfNeeded: $0) })
    }

    private static func candidate(_ number: Int) -> Data {
        sample(UInt8(100 + number))
    }

    private static func expect(
        that store: any TokenStore,
        at key: TokenStoreKey,
        contains expected: Data?,
        _ text: String
    ) async throws {
        guard try await store.load(key) == expected else { throw TokenStoreFailure(text) }
    }

    private static func expectConflict(
        _ store: any TokenStore,
        _ data: Data,
        replacing current: Data?
    ) async throws {
        do {
            try await store.save(data, for: key, replacing: current)
        } catch {
            guard error.code == .conflict else {
                throw TokenStoreFailure("The error code must be conflict, not \(error.code).")
            }
            return
        }
        throw TokenStoreFailure("A save replaced data that was not stored.")
    }

    private static func winners(of writers: Int, on store: any TokenStore) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<writers {
                group.addTask {
                    do throws(TokenStoreError) {
                        try await store.save(candidate(number), for: key, replacing: sample(1))
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
