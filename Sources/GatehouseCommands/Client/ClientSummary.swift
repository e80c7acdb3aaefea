import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// What the command line shows of a client: what its developer knows of it, and what its operator has decided.
package struct ClientSummary: Sendable, Encodable {
    package let information: ClientInformation
    /// In the words of `client create --attribute`.
    package let attributes: [String]
    /// How it signs people in on its own pages, if it does.
    package let native: NativeAuthentication?

    package init(_ client: Client) {
        information = client.information()
        attributes = client.attributes.map(\.specification)
        native = client.native
    }

    package func encode(to encoder: any Encoder) throws {
        try information.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(attributes, forKey: .attributes)
        guard let native else { return }
        try container.encode(native.method, forKey: .native)
        try container.encode(native.revealsAccounts, forKey: .revealsAccounts)
        try container.encode(native.origins, forKey: .origins)
    }

    private enum CodingKeys: String, CodingKey {
        case attributes
        case native
        case revealsAccounts = "reveal_accounts"
        case origins = "web_origins"
    }
}
