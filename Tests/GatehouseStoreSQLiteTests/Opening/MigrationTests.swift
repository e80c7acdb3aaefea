import Foundation
import GRDB
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseStoreSQLite

@Suite struct MigrationTests {
    private let directory = TemporaryDirectory()

    @Test func aDatabaseOfTheFirstSchemaTakesAppsOfLaterOnes() async throws {
        try makeFirstSchema()
        let store = try directory.store()
        var client = try #require(try await store.client("old"))
        #expect(client.native == nil)
        #expect(client.kii == nil)
        #expect(client.redirectURIs == ["com.example.app:/callback"])
        #expect(try await store.clients() == [client])

        client.native = NativeAuthentication(method: .password, revealsAccounts: true, origins: ["*"])
        let new = Client(
            id: "new",
            name: "Example App",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: [.refreshToken],
            scopes: [.openid],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            native: NativeAuthentication(method: .code),
            kii: KiiApplication(keyHash: "hash", tokenLifetime: 60),
            createdAt: Records.now
        )
        try await store.commit([.client(.update(client)), .client(.insert(new))])
        var account = try #require(try await store.account(.email, "ada@example.com"))
        #expect(account.pending == [])
        #expect(account.registeredBy == nil)
        #expect(account.identifiers.map(\.spelling) == ["ada@example.com"])
        account.pending = [PendingAddress(kind: .phone, value: "+819012345678", since: Records.now)]
        account.revision += 1
        try await store.commit([
            .account(.update(account)),
            .customFields(.put(CustomFields(accountID: account.id, clientID: "old", values: ["level": 7]))),
        ])
        try await store.close()

        let reopened = try directory.store()
        #expect(try await reopened.client("old") == client)
        #expect(try await reopened.client("new") == new)
        #expect(try await reopened.account(.email, "ada@example.com") == account)
        try await reopened.close()
    }

    /// A database as the first schema made it, with a client.
    private func makeFirstSchema() throws {
        try FileManager.default.createDirectory(
            atPath: directory.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let pool = try DatabasePool(path: directory.database)
        var migrator = DatabaseMigrator()
        migrator.registerMigration(V1.name, migrate: V1.migrate)
        try migrator.migrate(pool)
        try pool.write { db in
            #expect(try !db.columns(in: "clients").contains { $0.name == "native" })
            try db.execute(sql: Self.client)
            try db.execute(sql: Self.account)
        }
        try pool.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.database)
    }

    private static let account = """
        INSERT INTO accounts (id, attributes, created_at, updated_at, revision)
        VALUES ('ada', '{}', 1790000000123, 1790000000123, 1);
        INSERT INTO account_identifiers (kind, value, account_id, position)
        VALUES ('email', 'ada@example.com', 'ada', 0);
        """

    private static let client = """
        INSERT INTO clients (
            id, name, token_endpoint_auth_method, redirect_uris, post_logout_redirect_uris, grant_types, scopes, requires_pkce,
            may_omit_redirect_uri, id_token_algorithm, skips_consent, attributes, created_at
        ) VALUES (
            'old', 'Example App', 'none', '["com.example.app:/callback"]', '[]', '["authorization_code","refresh_token"]',
            'openid email', 1, 0, 'RS256', 0, '[]', 1790000000123
        )
        """
}
