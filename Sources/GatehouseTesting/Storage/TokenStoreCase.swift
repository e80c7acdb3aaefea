public import Gatehouse

/// One promise of `TokenStore`, checked on a store of your own.
///
/// Run every case of ``all`` against a fresh, empty store:
///
/// ```swift
/// @Test(arguments: TokenStoreCase.all)
/// func keepsItsPromises(promise: TokenStoreCase) async throws {
///     try await promise.run(on: MyTokenStore())
/// }
/// ```
public struct TokenStoreCase: Sendable, CustomStringConvertible {
    /// What the store promises.
    public let description: String

    private let check: @Sendable (any TokenStore) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any TokenStore) async throws -> Void) {
        self.description = description
        self.check = check
    }

    /// Checks the promise.
    ///
    /// - Parameter store: A store that nothing has been stored in yet.
    /// - Throws: ``TokenStoreFailure`` when the store does not do what it promises; whatever else the store throws.
    public func run(on store: any TokenStore) async throws {
        try await check(store)
    }
}
