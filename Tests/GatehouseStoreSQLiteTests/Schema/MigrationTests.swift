import Foundation
import GRDB
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseStoreSQLite

/// Databases created by each released schema.
///
/// `Tests/Fixtures/Schema` contains the released schemas, independent of the migrations.
@Suite struct MigrationTests {
    private static let schemas = 1...4

    private let directory = TemporaryDirectory()

    @Test(arguments: schemas)
    func keepsRecordsOfOlderSchema(schema: Int) async throws {
        try create(schema)
        let store = try directory.store()
        let client = try #require(try await store.client("old"))
        #expect(client.redirectURIs == ["com.example.app:/callback"])
        #expect(client.native == nil && client.kii == nil)
        #expect(client.previousSecrets == [] && client.introspects == [])
        #expect(client.refreshRecovery == (schema < 4 ? .journalled : .immediate))
        #expect(client.codeDomain == nil && !client.isForDevelopment)
        #expect(try await store.clients() == [client])
        let account = try #require(try await store.account(.email, "ada@example.com"))
        #expect(account.id == "ada" && account.attributes == ["name": "Ada"])
        #expect(account.revision == 3 && account.credentialsRevision == 1)
        #expect(account.pending == [] && account.registeredBy == nil)
        #expect(account.identifiers.map(\.spelling) == ["ada@example.com"])
        let session = try #require(try await store.session("session"))
        #expect(session.accountID == "ada" && session.clientID == "old" && session.counter == 7 && session.isOffline)
        #expect(session.salt == Data(0..<16) && session.methods == [.password] && session.endedAt == nil)
        #expect(session.rotatedAt == Date(milliseconds: 1_790_000_000_789))
        let consent = try await store.consent("ada", "old")
        #expect(consent?.scopes == [.openid, .email] && consent?.claims == [])
        #expect(try await store.counter("tries", at: Records.now)?.count == 4)
        let fields = try await store.customFields(of: "ada", in: "old")
        #expect(fields?.values == (schema < 3 ? nil : ["level": 7]))
        try await store.close()
    }

    @Test(arguments: schemas)
    func storesNewFieldsInOlderSchema(schema: Int) async throws {
        try create(schema)
        let store = try directory.store()
        var client = try #require(try await store.client("old"))
        client.native = NativeAuthenticationSettings(method: .password, disclosesAccounts: true, origins: ["*"])
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
            native: NativeAuthenticationSettings(method: .code),
            kii: PasswordAppSettings(keyHash: "hash", tokenLifetime: 60),
            createdAt: Records.now
        )
        try await store.commit([.client(.update(client)), .client(.insert(new))])
        var account = try #require(try await store.account(.email, "ada@example.com"))
        account.pending = [PendingAddress(kind: .phone, value: "+819012345678", since: Records.now)]
        account.revision += 1
        let fields = CustomFields(accountID: account.id, clientID: "old", values: ["level": 8])
        try await store.commit([.account(.update(account)), .customFields(.put(fields))])
        try await store.close()

        let reopened = try directory.store()
        #expect(try await reopened.client("old") == client)
        #expect(try await reopened.client("new") == new)
        #expect(try await reopened.account(.email, "ada@example.com") == account)
        #expect(try await reopened.customFields(of: account.id, in: "old") == fields)
        try await reopened.close()
    }

    @Test func marksClientsOfDevelopmentMode() async throws {
        try create(3)
        let database = try DatabaseQueue(path: directory.database)
        for (id, name) in [("gatehouse-demo", "Gatehouse demo"), ("gatehouse-native", "An operator's own")] {
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO clients SELECT NULL, ?, ?, logo_uri, tos_uri, policy_uri, secret_hash,
                            token_endpoint_auth_method, redirect_uris, post_logout_redirect_uris, grant_types, scopes,
                            requires_pkce, may_omit_redirect_uri, id_token_algorithm, skips_consent, attributes,
                            created_at, native, kii
                        FROM clients WHERE id = 'old'
                        """,
                    arguments: [id, name]
                )
            }
        }
        try database.close()
        let store = try directory.store()
        let marked = try await store.clients().filter(\.isForDevelopment).map(\.id)
        #expect(marked == ["gatehouse-demo"])
        try await store.close()
    }

    /// A migration changed after its release would produce two kinds of databases.
    @Test(arguments: schemas)
    func migratesToSchemaOfNewDatabase(schema: Int) async throws {
        let fresh = TemporaryDirectory()
        try await fresh.store().close()
        try create(schema)
        try await directory.store().close()
        #expect(try definitions(in: directory) == definitions(in: fresh))
    }

    /// Creates a database with a released schema and a signed-in user.
    private func create(_ schema: Int) throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/Schema/sqlite-\(schema).sql")
            .standardized
        try FileManager.default.createDirectory(
            atPath: directory.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let database = try DatabaseQueue(path: directory.database)
        try database.write { try $0.execute(sql: String(contentsOf: file, encoding: .utf8)) }
        try database.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.database)
    }

    /// Returns the definitions of all tables and indexes.
    private func definitions(in directory: TemporaryDirectory) throws -> [String] {
        let database = try DatabaseQueue(path: directory.database)
        defer { try? database.close() }
        let all = try database.read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
        }
        return all.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
}
