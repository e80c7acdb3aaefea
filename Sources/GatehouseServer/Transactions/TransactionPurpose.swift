package import GatehouseStore
package import GatehouseWire

/// What a transaction ends in.
package enum TransactionPurpose: Sendable, Equatable, Codable {
    /// An answer to a client's authorization request.
    case authorization(AuthorizationIntent)
    /// A device that someone allows, or does not.
    case device(DeviceIntent)

    /// The client that asked.
    package var clientID: Client.ID {
        switch self {
        case .authorization(let intent): intent.clientID
        case .device(let intent): intent.clientID
        }
    }

    /// What the client wants to have.
    package var scopes: ScopeSet {
        switch self {
        case .authorization(let intent): intent.scopes
        case .device(let intent): intent.scopes
        }
    }

    /// Where the browser goes at the end, when that is not a page of this server.
    package var redirectURI: RedirectURI? {
        switch self {
        case .authorization(let intent): intent.redirectURI
        case .device: nil
        }
    }
}
