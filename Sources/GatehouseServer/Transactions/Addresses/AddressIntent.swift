package import GatehouseStore

/// What somebody does to an account with a code alone, without a browser or a token that holds the transaction.
package struct AddressIntent: Sendable, Equatable, Codable {
    /// What the proof of an address is for.
    package enum Use: String, Sendable, Codable {
        /// To make it one of the account's names.
        case verify
        /// To set a new password.
        case reset
    }

    package let clientID: Client.ID
    /// `nil` for a reset that was asked for by a name that nobody has.
    package let accountID: Account.ID?
    package let use: Use
}
