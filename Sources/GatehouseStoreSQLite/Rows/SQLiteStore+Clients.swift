package import Foundation
import GRDB
package import GatehouseStore
import GatehouseWire

extension SQLiteStore {
    package func client(_ id: Client.ID) async throws(StoreError) -> Client? {
        try await read { db in try db.client(id) }
    }

    package func clients() async throws(StoreError) -> [Client] {
        try await readLongRunning { db in
            try db.all("client", "\(Database.clientSelection) ORDER BY created_at, sequence", [], Client.init)
        }
    }

    package func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        let sql = """
            SELECT
                (SELECT count(*) FROM sessions
                    WHERE client_id = :id AND ended_at IS NULL AND expires_at > :now) AS sessions,
                (SELECT count(*) FROM consents WHERE client_id = :id) AS consents,
                (SELECT count(*) FROM custom_fields WHERE client_id = :id) AS custom_fields,
                (SELECT count(*) FROM accounts WHERE registered_by = :id) AS accounts
            """
        let usage = try await readLongRunning { db in
            try db.first("client", sql, ["id": id.rawValue, "now": now.milliseconds], ClientUsage.init)
        }
        return usage ?? ClientUsage(sessions: 0, consents: 0, customFields: 0, accounts: 0)
    }
}

extension ClientUsage {
    fileprivate init(_ row: SQLiteRow) throws {
        self.init(
            sessions: try row.integer("sessions"),
            consents: try row.integer("consents"),
            customFields: try row.integer("custom_fields"),
            accounts: try row.integer("accounts")
        )
    }
}

extension Database {
    func client(_ id: Client.ID) throws -> Client? {
        try first("client", Self.clientByID, [id.rawValue], Client.init)
    }

    fileprivate static let clientSelection = """
        SELECT id, name, logo_uri, tos_uri, policy_uri, secret_hash, previous_secrets, token_endpoint_auth_method,
            redirect_uris, post_logout_redirect_uris, grant_types, scopes, requires_pkce, may_omit_redirect_uri, id_token_algorithm,
            skips_consent, attributes, native, password_app, refresh_recovery, introspects, code_domain, is_for_development,
            revision, created_at
        FROM clients
        """
    private static let clientByID = "\(clientSelection) WHERE id = ?"
}

extension Client {
    fileprivate init(_ row: SQLiteRow) throws {
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

extension SQLiteStore {
    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        let sql = "\(Consent.selection) WHERE account_id = ? AND client_id = ?"
        return try await read { db in
            try db.first("consent", sql, [account.rawValue, client.rawValue], Consent.init)
        }
    }

    package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        let sql = "\(Consent.selection) WHERE account_id = ? ORDER BY granted_at DESC"
        return try await read { db in try db.all("consent", sql, [account.rawValue], Consent.init) }
    }
}

extension Consent {
    fileprivate static let selection =
        "SELECT account_id, client_id, scopes, declined_scopes, claims, granted_at FROM consents"

    fileprivate init(_ row: SQLiteRow) throws {
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
