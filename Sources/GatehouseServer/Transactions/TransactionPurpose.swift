package import GatehouseStore
package import GatehouseWire

/// What a transaction ends in.
package enum TransactionPurpose: Sendable, Equatable, Codable {
    /// An answer to a client's authorization request.
    case authorization(AuthorizationIntent)
    /// A device that someone allows, or does not.
    case device(DeviceIntent)
    /// Tokens for an app with pages of its own.
    case native(NativeIntent)
    /// Something about an account that a code decides.
    case address(AddressIntent)

    /// The client that asked.
    package var clientID: Client.ID {
        switch self {
        case .authorization(let intent): intent.clientID
        case .device(let intent): intent.clientID
        case .native(let intent): intent.clientID
        case .address(let intent): intent.clientID
        }
    }

    /// What the person is asked to let the client have; an app of the operator's own asks nobody.
    package var scopes: ScopeSet {
        switch self {
        case .authorization(let intent): intent.scopes
        case .device(let intent): intent.scopes
        case .native, .address: []
        }
    }

    /// Whether an app with pages of its own asks, and no browser is there.
    var isNative: Bool {
        if case .native = self { true } else { false }
    }

    /// Where the browser goes at the end, when that is not a page of this server.
    package var redirectURI: RedirectURI? {
        switch self {
        case .authorization(let intent): intent.redirectURI
        case .device, .native, .address: nil
        }
    }
}
