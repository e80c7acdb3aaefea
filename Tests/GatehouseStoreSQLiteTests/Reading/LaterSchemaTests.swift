import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseWire
import Testing

@testable import GatehouseStoreConformance

/// What becomes of statements when another process, of a later version, changes the tables that they read.
@Suite struct LaterSchemaTests {
    private let directory = TemporaryDirectory()

    @Test func columnsThatCameInBetweenOrMovedAreNotTakenForOthers() async throws {
        let store = try directory.store()
        try await store.commit(Self.changes)
        let before = try await Contents(of: store)
        #expect(before.isWhole)
        try moveColumns()
        #expect(try await Contents(of: store) == before)
        try await store.close()
    }

    /// Makes each table anew with a column more, and the others the other way round.
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
        .account(.insert(Sample.account(names: [Sample.email("person@example.com")]))),
        .client(.insert(Sample.client())),
        .customFields(.put(CustomFields(accountID: "person", clientID: "app", values: ["level": 7]))),
        .consent(.put(Sample.consent())),
        .browserSession(.insert(Sample.browserSession())),
        .session(.insert(Sample.session())),
        .transaction(.insert(Sample.transaction())),
        .code(.insert(Sample.code())),
        .device(.insert(Sample.device())),
        .device(.decide("device", Sample.approval())),
        .key(.insert(Sample.key("key"))),
        .mail(.enqueue(Sample.mail("mail"))),
        .counter(.increment(key: "key", limit: 9, at: Sample.now, expiresAt: Sample.now + 600)),
        .audit(AuditEvent(id: "event", at: Sample.now, kind: .signedIn, accountID: "person")),
    ]
}

/// What a store reads, by each of its statements.
private struct Contents: Equatable {
    let accounts: [Account]
    let found: [Account?]
    let client: Client?
    let clients: [Client]
    let fields: CustomFields?
    let consent: Consent?
    let browserSessions: [BrowserSession?]
    let session: Session?
    let sessions: [Session]
    let transaction: TransactionRecord?
    let code: AuthorizationCode?
    let devices: [DeviceAuthorization?]
    let keys: [StoredKey]
    let mail: [QueuedMail]
    let counter: Counter?
    let events: [AuditEvent]

    init(of store: SQLiteStore) async throws {
        accounts = try await store.accounts(after: nil, limit: 10)
        found = [try await store.account("person"), try await store.account(.email, "person@example.com")]
        client = try await store.client("app")
        clients = try await store.clients()
        fields = try await store.customFields(of: "person", in: "app")
        consent = try await store.consent("person", "app")
        browserSessions = [
            try await store.browserSession("browser"), try await store.browserSession(secretHash: "hash of browser"),
        ]
        session = try await store.session("session")
        sessions = try await store.sessions(of: "person")
        transaction = try await store.transaction("transaction")
        code = try await store.code("code")
        devices = [try await store.device("device"), try await store.device(userCode: "BCDFGHJK")]
        keys = try await store.keys()
        mail = try await store.takeDueMail(at: Sample.now, until: Sample.now, limit: 10)
        counter = try await store.counter("key", at: Sample.now)
        events = try await store.events(of: nil, before: nil, limit: 10)
    }

    /// Whether each of them found something.
    var isWhole: Bool {
        let single: [Any?] = [client, fields, consent, session, transaction, code, counter]
        let lists: [[Any]] = [accounts, clients, sessions, keys, mail, events]
        return !(single + found + browserSessions + devices).contains { $0 == nil } && !lists.contains { $0.isEmpty }
    }
}
