/// Finds authorization codes.
package protocol CodeReader: Sendable {
    func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode?
}
