import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// What the command line shows of a client: what its developer knows of it, and what its operator has decided.
package struct ClientSummary: Sendable, Encodable {
    package var information: ClientInformation
    /// The client as it is stored.
    package let client: Client
    /// In the words of `client create --attribute`.
    package var attributes: [String] { client.attributes.map(\.specification) }

    package init(_ client: Client) {
        information = client.information()
        self.client = client
    }

    package func encode(to encoder: any Encoder) throws {
        try information.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(attributes, forKey: .attributes)
        try container.encode(client.requiresPKCE, forKey: .requiresPKCE)
        try container.encode(client.mayOmitRedirectURI, forKey: .mayOmitRedirectURI)
        try container.encode(client.skipsConsent, forKey: .skipsConsent)
        try container.encode(client.refreshRecovery, forKey: .refreshRecovery)
        try container.encode(client.introspects, forKey: .introspects)
        try container.encodeIfPresent(client.codeDomain, forKey: .codeDomain)
        try container.encodeIfPresent(
            client.previousSecret.map { UnixTime($0.expiresAt) },
            forKey: .previousSecretExpiresAt
        )
        if client.isForDevelopment { try container.encode(true, forKey: .isForDevelopment) }
        if let kii = client.kii { try encode(kii, in: &container) }
        guard let native = client.native else { return }
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
        case requiresPKCE = "requires_pkce"
        case mayOmitRedirectURI = "redirect_uri_optional"
        case skipsConsent = "skip_consent"
        case refreshRecovery = "refresh_recovery"
        case introspects
        case codeDomain = "code_domain"
        case previousSecretExpiresAt = "previous_secret_expires_at"
        case isForDevelopment = "development"
    }

    private enum KiiKeys: String, CodingKey {
        case tokenLifetime = "token_lifetime"
        case accepts = "accepts_tokens_of"
        case revealsAccounts = "reveal_accounts"
        case hasAdministrator = "administrator"
    }
}
