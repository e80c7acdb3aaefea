package import GatehouseStore

/// What an app with pages of its own has begun for a person.
package struct NativeIntent: Sendable, Equatable, Codable {
    /// What the person came for.
    package enum Flow: String, Sendable, Codable, CaseIterable {
        case signUp, signIn, reset
    }

    package let clientID: Client.ID
    package let flow: Flow
}
