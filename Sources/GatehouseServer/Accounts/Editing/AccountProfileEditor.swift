package import GatehouseStore
package import GatehouseWire

/// Changes the attributes of an account that its user may edit.
package struct AccountProfileEditor: Sendable {
    let updater: AccountUpdater
    package let policy: AttributePolicy

    /// Updates attributes of the user's own account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - attributes: The new values by name; `null` removes an attribute.
    ///   - revision: The revision of the account that the caller has read; `nil` updates any revision.
    ///   - call: The request.
    /// - Returns: The updated account.
    /// - Throws: ``AccountError/attributeRejected(_:)`` for a value that is invalid and an attribute that the user may
    ///   not edit, or ``AccountError/changedMeanwhile``.
    package func update(
        _ account: Account,
        with attributes: [String: JSONValue],
        ifRevision revision: Int? = nil,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        for name in attributes.keys.sorted() where policy.access(to: name) != .editable {
            throw .attributeRejected(name)
        }
        let changes = AccountUpdate(attributes: attributes, ifRevision: revision)
        return try await updater.update(account, with: changes, call)
    }
}
