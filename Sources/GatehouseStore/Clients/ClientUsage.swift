/// The number of records that depend on a client.
package struct ClientUsage: Sendable, Equatable {
    /// Sessions that are alive.
    package let sessions: Int
    package let consents: Int
    /// Accounts for which the client stores custom fields.
    package let customFields: Int
    /// Accounts that were registered through the client; they outlive it.
    package let accounts: Int

    package init(sessions: Int, consents: Int, customFields: Int, accounts: Int) {
        self.sessions = sessions
        self.consents = consents
        self.customFields = customFields
        self.accounts = accounts
    }
}
