package import GatehouseStore
import Testing

/// One sentence of the storage contract with the proof of it; ``allCases`` is the whole contract.
///
/// A backend's test hands each case a store of its own, empty and fresh:
///
///     @Test(arguments: StoreCase.allCases)
///     func conforms(to storeCase: StoreCase) async throws {
///         try await storeCase.run(on: MemoryStore())
///     }
package struct StoreCase: Sendable, CaseIterable, CustomTestStringConvertible {
    /// The sentence.
    package let testDescription: String
    private let proof: @Sendable (any Store) async throws -> Void

    init(_ sentence: String, _ proof: @escaping @Sendable (any Store) async throws -> Void) {
        testDescription = sentence
        self.proof = proof
    }

    /// Records an issue for everything in which the store differs from the contract.
    package func run(on store: any Store) async throws {
        try await proof(store)
    }

    package static let allCases: [StoreCase] =
        commit + accounts + credentials + accountPages + accountDeletion + claims + customFields + clients + consents
        + transactions
        + codes + sessions
        + sessionEnds + browserSessions + revokedTokens + devices + deviceDecisions + keys + mail + counters + audit
        + sweep
}
