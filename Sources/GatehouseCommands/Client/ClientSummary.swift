import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// What the command line shows of a client: what its developer knows of it, and what its operator has decided.
package struct ClientSummary: Sendable, Encodable {
    package var information: ClientInformation
    /// In the words of `client create --attribute`.
    package let attributes: [String]
    /// How it signs people in on its own pages, if it does.
    package let native: NativeAuthentication?
    /// What makes it an app of Kii, if it is one.
    package let kii: KiiApplication?

    package init(_ client: Client) {
        information = client.information()
        attributes = client.attributes.map(\.specification)
        native = client.native
        kii = client.kii
    }

    package func encode(to encoder: any Encoder) throws {
        try information.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(attributes, forKey: .attributes)
        if let kii { try encode(kii, in: &container) }
        guard let native else { return }
        try container.encode(native.method, forKey: .native)
        try container.encode(native.revealsAccounts, forKey: .revealsAccounts)
        try container.encode(native.origins, forKey: .origins)
    }

    private func encode(_ kii: KiiApplication, in container: inout KeyedEncodingContainer<CodingKeys>) throws {
        var members = container.nestedContainer(keyedBy: KiiKeys.self, forKey: .kii)
        try members.encode(Int(kii.tokenLifetime), forKey: .tokenLifetime)
        try members.encode(kii.accepts.map(\.rawValue), forKey: .accepts)
        try members.encode(kii.revealsAccounts, forKey: .revealsAccounts)
        try members.encode(kii.adminSecretHash != nil, forKey: .hasAdministrator)
    }

    private enum CodingKeys: String, CodingKey {
        case attributes
        case native, kii
        case revealsAccounts = "reveal_accounts"
        case origins = "web_origins"
    }

    private enum KiiKeys: String, CodingKey {
        case tokenLifetime = "token_lifetime"
        case accepts = "accepts_tokens_of"
        case revealsAccounts = "reveal_accounts"
        case hasAdministrator = "administrator"
    }
}
