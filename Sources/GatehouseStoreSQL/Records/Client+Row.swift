package import GatehouseStore
import GatehouseWire

extension Client {
    static let table = SQLTable<Client>(
        "clients",
        [
            ("id", { .value($0.id) }),
            ("name", { .text($0.name) }),
            ("logo_uri", { .text($0.logoURI) }),
            ("tos_uri", { .text($0.termsOfServiceURI) }),
            ("policy_uri", { .text($0.policyURI) }),
            ("secret_hash", { .text($0.secretHash) }),
            ("previous_secrets", { client throws(StoreError) in try .json(client.previousSecrets) }),
            ("token_endpoint_auth_method", { .value($0.tokenEndpointAuthMethod) }),
            ("redirect_uris", { client throws(StoreError) in try .json(client.redirectURIs) }),
            ("post_logout_redirect_uris", { client throws(StoreError) in try .json(client.postLogoutRedirectURIs) }),
            ("grant_types", { client throws(StoreError) in try .json(client.grantTypes) }),
            ("scopes", { .scopes($0.scopes) }),
            ("requires_pkce", { .bool($0.requiresPKCE) }),
            ("may_omit_redirect_uri", { .bool($0.mayOmitRedirectURI) }),
            ("id_token_algorithm", { .value($0.idTokenAlgorithm) }),
            ("skips_consent", { .bool($0.skipsConsent) }),
            ("attributes", { client throws(StoreError) in try .json(client.attributes) }),
            ("native", { client throws(StoreError) in try .optionalJSON(client.native) }),
            ("password_app", { client throws(StoreError) in try .optionalJSON(client.passwordApp) }),
            ("refresh_recovery", { .value($0.refreshRecovery) }),
            ("introspects", { client throws(StoreError) in try .json(client.introspects) }),
            ("code_domain", { .text($0.codeDomain) }),
            ("second_factor", { .optionalValue($0.secondFactor) }),
            ("mobile_apps", { client throws(StoreError) in try .optionalJSON(client.mobileApps) }),
            ("keys", { client throws(StoreError) in try .optionalJSON(client.keys) }),
            ("sealed_secret", { client throws(StoreError) in try .optionalJSON(client.sealedSecret) }),
            ("security", { client throws(StoreError) in try .optionalJSON(client.security.stored) }),
            (
                "authentication_defaults",
                { client throws(StoreError) in try .optionalJSON(client.authenticationDefaults) }
            ),
            ("sector_identifier", { .text($0.sectorIdentifier) }),
            ("backchannel_logout", { client throws(StoreError) in try .optionalJSON(client.backChannelLogout) }),
            ("default_resource", { .optionalValue($0.defaultResource) }),
            ("token_exchange", { client throws(StoreError) in try .optionalJSON(client.tokenExchange) }),
            ("origin", { client throws(StoreError) in try .optionalJSON(client.origin) }),
            ("is_for_development", { .bool($0.isForDevelopment) }),
            ("revision", { .integer($0.revision) }),
            ("created_at", { .date($0.createdAt) }),
            ("deleted_at", { .optionalDate($0.deletedAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            name: try row.text("name"),
            logoURI: try row.optionalText("logo_uri"),
            termsOfServiceURI: try row.optionalText("tos_uri"),
            policyURI: try row.optionalText("policy_uri"),
            secretHash: try row.optionalText("secret_hash"),
            previousSecrets: try row.sharedJSON("previous_secrets"),
            tokenEndpointAuthMethod: try row.value("token_endpoint_auth_method"),
            redirectURIs: try row.sharedJSON("redirect_uris"),
            postLogoutRedirectURIs: try row.sharedJSON("post_logout_redirect_uris"),
            grantTypes: try row.sharedJSON("grant_types"),
            scopes: try row.scopes("scopes"),
            requiresPKCE: try row.bool("requires_pkce"),
            mayOmitRedirectURI: try row.bool("may_omit_redirect_uri"),
            idTokenAlgorithm: try row.value("id_token_algorithm"),
            skipsConsent: try row.bool("skips_consent"),
            attributes: try row.sharedJSON("attributes"),
            native: try row.optionalSharedJSON("native"),
            passwordApp: try row.optionalSharedJSON("password_app"),
            refreshRecovery: try row.value("refresh_recovery"),
            introspects: try row.sharedJSON("introspects"),
            codeDomain: try row.optionalText("code_domain"),
            secondFactor: try row.optionalValue("second_factor"),
            mobileApps: try row.optionalSharedJSON("mobile_apps"),
            keys: try row.optionalSharedJSON("keys"),
            sealedSecret: try row.optionalJSON("sealed_secret"),
            security: try row.optionalSharedJSON("security") ?? ClientSecurity(),
            authenticationDefaults: try row.optionalSharedJSON("authentication_defaults"),
            sectorIdentifier: try row.optionalText("sector_identifier"),
            backChannelLogout: try row.optionalSharedJSON("backchannel_logout"),
            defaultResource: try row.optionalValue("default_resource"),
            tokenExchange: try row.optionalSharedJSON("token_exchange"),
            origin: try row.optionalSharedJSON("origin"),
            isForDevelopment: try row.bool("is_for_development"),
            revision: try row.integer("revision"),
            createdAt: try row.date("created_at")
        )
        deletedAt = try row.optionalDate("deleted_at")
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
    package static let firstPage: SQLText = "\(table.selection) ORDER BY created_at, sequence LIMIT $1"
    package static let nextPage: SQLText = """
        \(table.selection) WHERE (created_at, sequence) > (SELECT created_at, sequence FROM clients WHERE id = $1)
        ORDER BY created_at, sequence LIMIT $2
        """
    package static let deleted: SQLText =
        "SELECT id FROM clients WHERE deleted_at IS NOT NULL ORDER BY created_at, sequence"
    package static let allWithMobileApps: SQLText =
        "\(table.selection) WHERE mobile_apps IS NOT NULL ORDER BY created_at, sequence"
}

extension ClientSecurity {
    /// The stored form; `nil` without requirements.
    fileprivate var stored: ClientSecurity? { self == ClientSecurity() ? nil : self }
}

extension ClientUsage {
    package init(row: SQLRow) throws(StoreError) {
        self.init(
            sessions: try row.integer("sessions"),
            consents: try row.integer("consents"),
            customFields: try row.integer("custom_fields"),
            accounts: try row.integer("accounts")
        )
    }

    package static let byClient: SQLText = """
        SELECT
            (SELECT count(*) FROM sessions WHERE client_id = $1 AND ended_at IS NULL AND expires_at > $2) AS sessions,
            (SELECT count(*) FROM consents WHERE client_id = $1) AS consents,
            (SELECT count(*) FROM custom_fields WHERE client_id = $1) AS custom_fields,
            (SELECT count(*) FROM accounts WHERE registered_by = $1) AS accounts
        """
}

extension Consent {
    static let table = SQLTable<Consent>(
        "consents",
        [
            ("account_id", { .value($0.accountID) }),
            ("client_id", { .value($0.clientID) }),
            ("scopes", { .scopes($0.scopes) }),
            ("declined_scopes", { .scopes($0.declined) }),
            ("claims", { consent throws(StoreError) in try .json(consent.claims) }),
            ("granted_at", { .date($0.grantedAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            accountID: try row.value("account_id"),
            clientID: try row.value("client_id"),
            scopes: try row.scopes("scopes"),
            declined: try row.scopes("declined_scopes"),
            claims: try row.sharedJSON("claims"),
            grantedAt: try row.date("granted_at")
        )
    }

    package static let byKey: SQLText = "\(table.selection) WHERE account_id = $1 AND client_id = $2"
    package static let byAccount: SQLText = "\(table.selection) WHERE account_id = $1 ORDER BY granted_at DESC"
}
