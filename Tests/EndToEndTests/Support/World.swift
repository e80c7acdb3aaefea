import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseTesting
import Testing

/// One server, which knows the app `app`, and whatever happens around it.
struct World: Sendable {
    let server: TestServer
    private let store: any Store
    private let directory: TemporaryDirectory

    /// A server without accounts.
    ///
    /// - Parameters:
    ///   - backend: What it keeps its records in.
    ///   - limits: How much it puts up with.
    ///   - change: What is different about the app.
    /// - Throws: When the store cannot be opened.
    init(
        on backend: Backend = .memory,
        limits: Limits = Limits(),
        app change: (inout Client) -> Void = { _ in }
    ) async throws {
        directory = TemporaryDirectory()
        store =
            switch backend {
            case .memory: MemoryStore()
            case .sqlite: try SQLiteStore(path: directory.path + "/gatehouse.sqlite")
            }
        server = TestServer(store: store, limits: limits, watchedBy: EntraSchemas.check)
        var app = Client.app("app", createdAt: server.clock.now)
        change(&app)
        try await server.add(app)
    }

    /// The server after a restart: the same records and the same time, and nothing of what the old one held in memory.
    func restarted() -> TestServer {
        TestServer(clock: server.clock, seed: 2, store: store, watchedBy: EntraSchemas.check)
    }

    /// A device with the app on it, in the hands of a person.
    func device(
        of person: ScriptedPerson = .ada,
        clientID: String = "app",
        browser: ScriptedBrowser? = nil,
        change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) -> Device {
        Device(of: clientID, on: server, browser: browser, change: change) { [server] browser in
            try await person.walk(browser, on: server)
        }
    }

    /// A device with the app on it, where a sign-in goes as the script says.
    func device(script: @escaping @Sendable (ScriptedBrowser) async throws -> Void) -> Device {
        Device(of: "app", on: server, browser: nil, change: { _ in }, script: script)
    }

    /// Ends every session of a person, as an operator does.
    func endSessions(of email: String = ScriptedPerson.ada.email) async throws {
        let account = try await account(email)
        try await store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: server.clock.now))
        ])
    }

    /// Shuts a person out.
    func disable(_ email: String = ScriptedPerson.ada.email) async throws {
        var account = try await account(email)
        account.disabledAt = server.clock.now
        account.revision += 1
        try await store.commit([.account(.update(account))])
    }

    /// Deletes a person's account and all that belongs to it.
    func delete(_ email: String = ScriptedPerson.ada.email) async throws {
        try await store.commit([.account(.delete(try await account(email).id))])
    }

    /// How many sessions of a person the server would still refresh.
    func liveSessions(of email: String = ScriptedPerson.ada.email) async throws -> Int {
        try await store.sessions(of: try await account(email).id).count
    }

    /// Every audit event, oldest first, by kind.
    func audited() async throws -> [AuditKind] {
        try await store.events(of: nil, before: nil, limit: 1_000).reversed().map(\.kind)
    }

    private func account(_ email: String) async throws -> GatehouseStore.Account {
        try #require(try await store.account(.email, email))
    }
}

extension ScriptedPerson {
    /// Somebody who signs in with mailed codes.
    static let ada = ScriptedPerson(email: "ada@example.com")
    /// Somebody else.
    static let bob = ScriptedPerson(email: "bob@example.com")
}
