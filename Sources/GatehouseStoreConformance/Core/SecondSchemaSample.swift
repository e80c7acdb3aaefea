import Foundation
package import GatehouseStore
import GatehouseWire
import Testing

/// Records as the second schema stores them, to be read after an upgrade.
///
/// The statements are never changed: they are what databases of that version contain.
package enum SecondSchemaSample {
    private static let now = SampleRecords.now

    /// Returns the statements that insert the records into a database of the second schema.
    ///
    /// - Parameters:
    ///   - no: The literal of a Boolean that is false.
    ///   - yes: The literal of a Boolean that is true.
    ///   - bytes: Returns the literal of a blob from hexadecimal digits.
    /// - Returns: SQL that both databases accept.
    package static func insertions(no: String, yes: String, bytes: (String) -> String) -> String {
        let at = now.milliseconds
        let end = at + 3_600_000
        let password = #"{"age":30000,"factor":"password","kind":"knowledge","method":"pwd"}"#
        let code = #"{"age":0,"factor":"code","kind":"possession","method":"otp"}"#
        return """
            INSERT INTO clients (id, name, previous_secrets, token_endpoint_auth_method, redirect_uris,
                post_logout_redirect_uris, grant_types, scopes, requires_pkce, may_omit_redirect_uri,
                id_token_algorithm, skips_consent, attributes, refresh_recovery, introspects, is_for_development,
                revision, created_at)
            VALUES ('app', 'Example App', '[]', 'none', '["https://app.example.com/callback"]', '[]',
                '["authorization_code"]', 'openid', \(yes), \(no), 'ES256', \(no), '[]', 'immediate', '[]', \(no), 1,
                \(at));
            INSERT INTO accounts (id, pending, attributes, created_at, updated_at, deletion_requested_at,
                deletion_due_at, revision, credentials_revision)
            VALUES ('user', '[]', '{}', \(at), \(at), \(at), \(end), 1, 1);
            INSERT INTO account_identifiers (kind, value, account_id, position, verified_at)
            VALUES ('email', 'ada@example.com', 'user', 0, \(at));
            INSERT INTO factor_uses (account_id, factor, last_used_at) VALUES ('user', 'password', \(at));
            INSERT INTO known_browsers (account_id, hash, first_seen_at, last_seen_at, expires_at)
            VALUES ('user', 'hash', \(at), \(at), \(end));
            INSERT INTO browser_sessions (id, secret_hash, account_id, authenticated_at, factors, user_agent, address,
                ends_with_browser, created_at, last_used_at, expires_at)
            VALUES ('browser', 'hash of browser', 'user', \(at), '[\(password)]', 'Example/1.0 (Test)', '192.0.2.7',
                \(no), \(at), \(at), \(end));
            INSERT INTO sessions (id, account_id, client_id, browser_session_id, is_on_other_device, scopes, is_offline,
                counter, rotated_at, salt, authenticated_at, factors, user_agent, address, created_at, expires_at,
                expiry_day)
            VALUES ('session', 'user', 'app', 'browser', \(no), 'openid offline_access', \(yes), 1, \(at),
                \(bytes(String(repeating: "07", count: 32))), \(at), '[\(password)]', 'Example/1.0 (Test)', '192.0.2.7',
                \(at), \(end), \(end / 86_400_000));
            INSERT INTO flows (id, account_id, revision, state, created_at, expires_at)
            VALUES ('flow', 'user', 1, \(bytes("0001FF")), \(at), \(at + 600_000));
            INSERT INTO codes (id, client_id, account_id, scopes, authenticated_at, factors, expires_at)
            VALUES ('code', 'app', 'user', 'openid', \(at), '[\(code)]', \(at + 60_000));
            INSERT INTO devices (id, user_code, client_id, scopes, decision, approved_account_id,
                approved_browser_session_id, approved_scopes, approved_authenticated_at, approved_factors,
                poll_interval, created_at, expires_at)
            VALUES ('device', 'BCDFGHJK', 'app', 'openid', 'approved', 'user', 'browser', 'openid', \(at),
                '[\(password),\(code)]', 5, \(at), \(at + 600_000));
            """
    }

    /// Checks that the upgraded database has all records, that sign-ins continue, and that new settings are stored.
    package static func verify(on store: any Store) async throws {
        try await verifyAccount(on: store)
        try await verifySignIns(on: store)
        try await store.commit([
            .session(.renew("session", from: 1, to: 2, at: now + 1, expiresAt: now + 7200)),
            .browserSession(.renew(SampleRecords.browserSession(secretHash: "new", requestedClass: .multiFactor))),
            .code(.redeem("code", session: "session", at: now + 1)),
            .device(.redeem("device", at: now + 1)),
        ])
        let renewed = try await store.browserSession(secretHash: "new")
        #expect(renewed == SampleRecords.browserSession(secretHash: "new", requestedClass: .multiFactor))
    }

    private static func verifyAccount(on store: any Store) async throws {
        let account = try await store.account("user")
        #expect(account?.identifiers == [SampleRecords.email("ada@example.com")])
        #expect(account?.deletion == AccountDeletion(requestedAt: now, dueAt: now + 3600))
        #expect(account?.factorReset == nil)
        #expect(try await store.factorUses(of: "user").map(\.lastUsedAt) == [now])
        #expect(try await store.knownBrowsers(of: "user") == [SampleRecords.knownBrowser()])
        #expect(try await store.credentials(of: "user") == [])
        var client = SampleRecords.client()
        #expect(try await store.client("app") == client)
        client.secondFactor = .required
        let trusted = SampleRecords.knownBrowser(trustedUntil: now + 600)
        try await store.commit([
            .client(.update(client)), .account(.recordBrowser(trusted)),
            .credential(.insert(SampleRecords.credential())),
        ])
        #expect(try await store.client("app") == client)
        #expect(try await store.knownBrowsers(of: "user") == [trusted])
        #expect(try await store.credentials(of: "user") == [SampleRecords.credential()])
    }

    private static func verifySignIns(on store: any Store) async throws {
        #expect(try await store.session("session") == SampleRecords.session(binding: .offline("browser")))
        #expect(try await store.browserSession(secretHash: "hash of browser") == SampleRecords.browserSession())
        #expect(try await store.flow("flow") == SampleRecords.flow("flow", account: "user"))
        #expect(try await store.code("code") == SampleRecords.code())
        #expect(try await store.device("device")?.decision == SampleRecords.approval())
    }
}
