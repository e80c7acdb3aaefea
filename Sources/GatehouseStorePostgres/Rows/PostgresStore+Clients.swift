package import Foundation
package import GatehouseStore
import GatehouseWire

extension PostgresStore {
    package func client(_ id: Client.ID) async throws(StoreError) -> Client? {
        try await first("client", "\(Self.clientSelection) WHERE id = \(id.rawValue)", Client.init)
    }

    package func clients() async throws(StoreError) -> [Client] {
        try await all("client", "\(Self.clientSelection) ORDER BY created_at, sequence", Client.init)
    }

    package func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        let usage = try await first(
            "client",
            """
            SELECT
                (SELECT count(*) FROM sessions
                    WHERE client_id = \(id.rawValue) AND ended_at IS NULL AND expires_at > \(now.milliseconds)) AS sessions,
                (SELECT count(*) FROM consents WHERE client_id = \(id.rawValue)) AS consents,
                (SELECT count(*) FROM custom_fields WHERE client_id = \(id.rawValue)) AS custom_fields,
                (SELECT count(*) FROM accounts WHERE registered_by = \(id.rawValue)) AS accounts
            """,
            ClientUsage.init
        )
        return usage ?? ClientUsage(sessions: 0, consents: 0, customFields: 0, accounts: 0)
    }

    private static let clientSelection: SQL = """
        SELECT id, name, logo_uri, tos_uri, policy_uri, secret_hash, previous_secrets, token_endpoint_auth_method,
            redirect_uris, post_logout_redirect_uris, grant_types, scopes, requires_pkce, may_omit_redirect_uri, id_token_algorithm,
            skips_consent, attributes, native, password_app, refresh_recovery, introspects, code_domain, is_for_development,
            revision, created_at
        FROM clients
        """
}

extension ClientUsage {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
        self.init(
            sessions: try row.integer("sessions"),
            consents: try row.integer("consents"),
            customFields: try row.integer("custom_fields"),
            accounts: try row.integer("accounts")
        )
    }
}

extension Client {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
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
            kii: try row.optionalSharedJSON("password_app"),
            refreshRecovery: try row.value("refresh_recovery"),
            introspects: try row.sharedJSON("introspects"),
            codeDomain: try row.optionalText("code_domain"),
            isForDevelopment: try row.bool("is_for_development"),
            revision: try row.integer("revision"),
            createdAt: try row.date("created_at")
        )
    }
}

extension PostgresStore {
    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        let sql: SQL = """
            \(Self.consentSelection) WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)
            """
        return try await first("consent", sql, Consent.init)
    }

    package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        try await all(
            "consent",
            "\(Self.consentSelection) WHERE account_id = \(account.rawValue) ORDER BY granted_at DESC",
            Consent.init
        )
    }

    private static let consentSelection: SQL =
        "SELECT account_id, client_id, scopes, declined_scopes, claims, granted_at FROM consents"
}

extension Consent {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
        self.init(
            accountID: try row.value("account_id"),
            clientID: try row.value("client_id"),
            scopes: try row.scopes("scopes"),
            declined: try row.scopes("declined_scopes"),
            claims: try row.sharedJSON("claims"),
            grantedAt: try row.date("granted_at")
        )
    }
}
