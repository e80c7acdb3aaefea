import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseStoreSQLite
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Statements whose tables are changed by another process of a newer version.
@Suite struct NewerSchemaTests {
    private let directory = TemporaryDirectory()

    @Test func readsColumnsByNameAfterSchemaChange() async throws {
        let store = try directory.store()
        try await store.commit(Self.changes)
        let before = try await Contents(of: store)
        #expect(before.isComplete)
        try moveColumns()
        #expect(try await Contents(of: store) == before)
        try await store.close()
    }

    /// Recreates each table with a new column, and the others in reverse order.
    private func moveColumns() throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: directory.database, configuration: configuration)
        try queue.write { db in
            let own = "name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'"
            let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND \(own)")
            for table in tables {
                let columns = try db.columns(in: table).map(\.name).reversed().joined(separator: ", ")
                try db.execute(
                    sql: """
                        CREATE TABLE anew AS SELECT 'later' AS later, \(columns) FROM \(table);
                        DROP TABLE \(table);
                        ALTER TABLE anew RENAME TO \(table)
                        """
                )
            }
        }
        try queue.close()
    }

    private static let changes: [Change] = [
        .account(.insert(SampleRecords.account(names: [SampleRecords.email("person@example.com")]))),
        .client(.insert(SampleRecords.client())),
        .credential(.insert(SampleRecords.credential())),
        .customFields(.put(CustomFields(accountID: "user", clientID: "app", values: ["level": 7]))),
        .consent(.put(SampleRecords.consent())),
        .browserSession(.insert(SampleRecords.browserSession())),
        .session(.insert(SampleRecords.session())),
        .flow(.insert(SampleRecords.flow())),
        .code(.insert(SampleRecords.code())),
        .device(.insert(SampleRecords.device())),
        .device(.decide("device", SampleRecords.approval())),
        .key(.insert(SampleRecords.key("key"))),
        .message(.enqueue(SampleRecords.mail("mail"))),
        .counter(.increment(key: "key", limit: 9, at: SampleRecords.now, expiresAt: SampleRecords.now + 600)),
        .audit(AuditEvent(id: "event", at: SampleRecords.now, kind: .signedIn, accountID: "user")),
    ]
}

/// The results of all read statements of a store.
private struct Contents: Equatable {
    let accounts: [Account]
    let found: [Account?]
    let client: Client?
    let clients: [Client]
    let credential: Credential?
    let credentials: [Credential]
    let fields: CustomFields?
    let consent: Consent?
    let browserSessions: [BrowserSession?]
    let session: Session?
    let sessions: [Session]
    let flow: FlowRecord?
    let code: AuthorizationCode?
    let devices: [DeviceAuthorization?]
    let keys: [StoredKey]
    let mail: [QueuedMessage]
    let counter: Counter?
    let events: [AuditEvent]

    init(of store: SQLiteStore) async throws {
        accounts = try await store.accounts(after: nil, limit: 10)
        found = [try await store.account("user"), try await store.account(.email, "person@example.com")]
        client = try await store.client("app")
        clients = try await store.clients(after: nil, limit: 9)
        credential = try await store.credential("credential")
        credentials = try await store.credentials(of: "user")
        fields = try await store.customFields(of: "user", in: "app")
        consent = try await store.consent("user", "app")
        browserSessions = [
            try await store.browserSession("browser"), try await store.browserSession(secretHash: "hash of browser"),
        ]
        session = try await store.session("session")
        sessions = try await store.sessions(of: "user")
        flow = try await store.flow("transaction")
        code = try await store.code("code")
        devices = [try await store.device("device"), try await store.device(userCode: "BCDFGHJK")]
        keys = try await store.keys()
        mail = try await store.leaseDueMessages(.message, at: SampleRecords.now, until: SampleRecords.now, limit: 10)
        counter = try await store.counter("key", at: SampleRecords.now)
        events = try await store.events(of: nil, before: nil, limit: 10)
    }

    /// Whether every read returned records.
    var isComplete: Bool {
        let single: [Any?] = [client, credential, fields, consent, session, flow, code, counter]
        let lists: [[Any]] = [accounts, clients, credentials, sessions, keys, mail, events]
        return !(single + found + browserSessions + devices).contains { $0 == nil } && !lists.contains { $0.isEmpty }
    }
}
