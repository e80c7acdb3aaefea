import Foundation
package import GatehouseStore
import GatehouseWire
import Testing

/// Records as the first schema stores them, to be read after an upgrade.
///
/// The statements are never changed: they are what databases of that version contain.
package enum UpgradeSample {
    private static let now = SampleRecords.now
    private static let since = Date(timeIntervalSinceReferenceDate: 811_692_800)

    /// Returns the statements that insert the records into a database of the first schema.
    ///
    /// - Parameters:
    ///   - no: The literal of a Boolean that is false.
    ///   - yes: The literal of a Boolean that is true.
    ///   - bytes: Returns the literal of a blob from hexadecimal digits.
    /// - Returns: SQL that both databases accept.
    package static func insertions(no: String, yes: String, bytes: (String) -> String) -> String {
        let at = now.milliseconds
        let factors = #"[{"age":0,"factor":"password","kind":"knowledge","method":"pwd"}]"#
        return """
            INSERT INTO clients (id, name, previous_secrets, token_endpoint_auth_method, redirect_uris,
                post_logout_redirect_uris, grant_types, scopes, requires_pkce, may_omit_redirect_uri,
                id_token_algorithm, skips_consent, attributes, refresh_recovery, introspects, is_for_development,
                revision, created_at)
            VALUES ('app', 'Example App', '[]', 'none', '["https://app.example.com/callback"]', '[]',
                '["authorization_code"]', 'openid', \(yes), \(no), 'ES256', \(no), '[]', 'immediate', '[]', \(no), 1,
                \(at));
            INSERT INTO accounts (id, pending, attributes, created_at, updated_at, revision, credentials_revision)
            VALUES ('user', '[{"kind":"phone","value":"+4930123456","since":811692800}]', '{}', \(at), \(at), 1, 1);
            INSERT INTO account_identifiers (kind, value, account_id, position, verified_at)
            VALUES ('email', 'ada@example.com', 'user', 0, \(at));
            INSERT INTO browser_sessions (id, secret_hash, account_id, authenticated_at, factors, created_at, expires_at)
            VALUES ('browser', 'hash of browser', 'user', \(at), '\(factors)', \(at), \(at + 3_600_000));
            INSERT INTO sessions (id, account_id, client_id, is_on_other_device, scopes, is_offline, counter, rotated_at,
                salt, authenticated_at, factors, created_at, expires_at, expiry_day)
            VALUES ('session', 'user', 'app', \(no), 'openid offline_access', \(yes), 3, \(at),
                \(bytes(String(repeating: "07", count: 32))), \(at), '\(factors)', \(at), \(at + 3_600_000),
                \((at + 3_600_000) / 86_400_000));
            INSERT INTO flows (id, revision, state, created_at, expires_at)
            VALUES ('flow', 1, \(bytes("00FF")), \(at), \(at + 600_000));
            """
    }

    /// Checks that the upgraded database has all records, and that sessions continue.
    package static func verify(on store: any Store) async throws {
        let account = try await store.account("user")
        #expect(account?.identifiers == [SampleRecords.email("ada@example.com")])
        #expect(account?.pending == [PendingAddress(kind: .phone, value: "+4930123456", since: since)])
        #expect(account?.deletion == nil)
        let browser = try await store.browserSession(secretHash: "hash of browser")
        #expect(browser?.endedAt == nil && browser?.lastUsedAt == now && browser?.endsWithBrowser == false)
        #expect(browser?.device == DeviceDescription())
        #expect(browser?.authentication.factors.map(\.factor.rawValue) == ["password"])
        let session = try await store.session("session")
        #expect(session?.counter == 3 && session?.salt == Data(repeating: 7, count: 32))
        #expect(session?.device == DeviceDescription() && session?.endedAt == nil)
        try await store.commit([.session(.renew("session", from: 3, to: 4, at: now + 1, expiresAt: now + 7200))])
        #expect(try await store.flow("flow") != nil)
        #expect(try await store.flow("flow")?.accountID == nil)
    }
}
