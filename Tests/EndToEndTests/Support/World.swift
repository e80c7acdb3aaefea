import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// A server with a store and the registered client `app`.
struct World: Sendable {
    let server: TestServer
    private let store: any Store
    private let directory: TemporaryDirectory

    /// Creates a server without accounts.
    ///
    /// - Parameters:
    ///   - backend: The store that the server uses.
    ///   - limits: The server's rate limits.
    ///   - requiresDPoPNonce: Whether proofs must contain a nonce of the server.
    ///   - change: Changes to the client `app`.
    /// - Throws: If the store cannot be opened.
    init(
        on backend: Backend = .memory,
        limits: RateLimits = RateLimits(),
        requiresDPoPNonce: Bool = false,
        app change: (inout Client) -> Void = { _ in }
    ) async throws {
        directory = TemporaryDirectory()
        store =
            switch backend {
            case .memory: MemoryStore()
            case .sqlite: try SQLiteStore(path: directory.path + "/gatehouse.sqlite")
            }
        server = TestServer(
            store: store,
            limits: limits,
            requiresDPoPNonce: requiresDPoPNonce,
            watchedBy: AnswerChecks.check
        )
        var app = Client.app("app", createdAt: server.clock.now)
        change(&app)
        try await server.add(app)
    }

    /// Returns a new server over the same records and clock, without the in-memory state of the old one.
    func restarted() -> TestServer {
        TestServer(clock: server.clock, seed: 2, store: store, watchedBy: AnswerChecks.check)
    }

    /// Returns a device on which the user's sign-ins run by script.
    func device(
        of user: ScriptedUser = .ada,
        clientID: String = "app",
        browser: ScriptedBrowser? = nil,
        change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) -> Device {
        Device(of: clientID, on: server, browser: browser, change: change) { [server] browser in
            try await user.signIn(in: browser, on: server)
        }
    }

    /// Returns a device on which sign-ins run the given script.
    func device(script: @escaping @Sendable (ScriptedBrowser) async throws -> Void) -> Device {
        Device(of: "app", on: server, browser: nil, change: { _ in }, script: script)
    }

    /// Ends every session of an account, as the command does.
    func endSessions(of email: String = ScriptedUser.ada.email) async throws {
        let account = try await account(email)
        try await store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: server.clock.now))
        ])
    }

    /// Changes the client `app`, as the command does.
    func updateApp(_ change: (inout Client) -> Void) async throws {
        var app = try #require(try await store.client("app"))
        change(&app)
        try await store.commit([.client(.update(app))])
    }

    /// Registers an API with one scope.
    func addAPI(_ id: String, scope: Scope) async throws {
        let api = Resource(
            id: Resource.ID(id),
            name: "Orders",
            scopes: [ResourceScope(scope)],
            createdAt: server.clock.now
        )
        try await store.commit([.resource(.insert(api))])
    }

    /// Disables an account.
    func disable(_ email: String = ScriptedUser.ada.email) async throws {
        var account = try await account(email)
        account.disabledAt = server.clock.now
        account.revision += 1
        try await store.commit([.account(.update(account))])
    }

    /// Deletes an account and its data.
    func delete(_ email: String = ScriptedUser.ada.email) async throws {
        try await store.commit([.account(.delete(try await account(email).id))])
    }

    /// Returns the number of active sessions of an account.
    func liveSessions(of email: String = ScriptedUser.ada.email) async throws -> Int {
        try await store.sessions(of: try await account(email).id).count
    }

    /// Returns the kinds of all audit events, oldest first.
    func auditKinds() async throws -> [AuditKind] {
        try await store.events(of: nil, before: nil, limit: 1_000).reversed().map(\.kind)
    }

    private func account(_ email: String) async throws -> GatehouseStore.Account {
        try #require(try await store.account(.email, email))
    }
}

extension ScriptedUser {
    /// A user who signs in with mailed codes.
    static let ada = ScriptedUser(email: "ada@example.com")
    /// A second user.
    static let bob = ScriptedUser(email: "bob@example.com")
}
