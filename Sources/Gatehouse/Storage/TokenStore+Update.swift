extension TokenStore {
    /// How often others may be faster before this gives up.
    private static var tries: Int { 16 }

    /// Replaces what is stored by what the body makes of it, again whenever another process was faster.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - body: Makes the next value of the present one; `nil` leaves everything as it is.
    /// - Returns: What is stored then; `nil` when the body left it as it was.
    /// - Throws: ``TokenStoreError``; what was stored is still there then.
    func update(
        _ key: TokenKey,
        _ body: (StoredSessions?) -> StoredSessions?
    ) async throws(TokenStoreError) -> StoredSessions? {
        var conflict = TokenStoreError(.conflict, "Other processes write all the time.")
        for _ in 0..<Self.tries {
            let found = try await load(key)
            guard var next = body(found) else { return nil }
            if next == found { return found }
            next.generation = (found?.generation ?? 0) + 1
            do throws(TokenStoreError) {
                try await save(next, for: key, replacing: found?.generation)
                return next
            } catch {
                guard error.kind == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }
}
