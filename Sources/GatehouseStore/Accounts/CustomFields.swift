package import GatehouseWire

/// What one app keeps with an account, in names of its own; no other app sees it.
package struct CustomFields: Sendable, Equatable {
    package let accountID: Account.ID
    package let clientID: Client.ID
    package var values: [String: JSONValue]

    package init(accountID: Account.ID, clientID: Client.ID, values: [String: JSONValue]) {
        self.accountID = accountID
        self.clientID = clientID
        self.values = values
    }
}
