import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import Gatehouse

@Suite(.timeLimit(.minutes(2))) struct UserPresenceGateTests {
    /// The owner of a device, with the answer of the test.
    private actor Owner: UserPresence {
        private(set) var reasons: [String] = []
        private var error: AuthError?
        private let answer: Promise<Bool>?

        init(error: AuthError? = nil, answeringAfter answer: Promise<Bool>? = nil) {
            self.error = error
            self.answer = answer
        }

        func confirm(reason: String) async throws(AuthError) {
            reasons.append(reason)
            _ = await answer?.value
            if let error { throw error }
        }

        func agree() {
            error = nil
        }
    }

    /// An app with a gate in front of its store.
    private struct App {
        let server: TestServer
        let owner: Owner
        let gate: UserPresenceGate
        let client: GatehouseClient

        init(server: TestServer, store: MemoryTokenStore, owner: Owner = Owner()) {
            self.server = server
            self.owner = owner
            gate = UserPresenceGate(owner)
            let user = ScriptedUser(email: "ada@example.com", password: "correct horse battery")
            var configuration = server.configuration(clientID: "app", user: user)
            configuration.tokenStore = gate.protecting(store)
            client = GatehouseClient(configuration: configuration)
        }
    }

    private let server = TestServer()
    private let store = MemoryTokenStore()

    /// Signs a user in, in a process of its own.
    private func signIn() async throws -> App {
        try await server.clients.addPublic("app")
        try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let app = App(server: server, store: store)
        try await app.client.signIn(scopes: [.email])
        return app
    }

    private var key: TokenStoreKey { TokenStoreKey(issuer: server.issuer.absoluteString, clientID: "app") }

    /// Returns the stored sessions of the app.
    private func data() async throws -> Data {
        try #require(try await store.load(key))
    }

    private func failure(_ body: () async throws -> Void) async throws -> AuthError {
        try #require(await #expect(throws: AuthError.self) { try await body() })
    }

    @Test func doesNotAskNewUser() async throws {
        let app = try await signIn()
        #expect(try await app.client.session() != nil)
        #expect(await app.owner.reasons == [])
    }

    @Test func protectsSessionsOfOtherClientsAfterSignIn() async throws {
        let gate = try await signIn().gate
        let other = TokenStoreKey(issuer: "https://other.example.com", clientID: "app")
        try await store.save(try await data(), for: other, replacing: nil)
        let error = await #expect(throws: TokenStoreError.self) { try await gate.protecting(store).load(other) }
        #expect(error?.code == .locked)
    }

    @Test func protectsSessionOfAnotherProcessAfterSignOut() async throws {
        let app = try await signIn()
        let stored = try await data()
        try await app.client.signOut()
        let signedOut = try await store.load(key)
        try await store.save(stored, for: key, replacing: signedOut)
        let protected = app.gate.protecting(store)
        let reading = await #expect(throws: TokenStoreError.self) { try await protected.load(key) }
        #expect(reading?.code == .locked)
        let updating = await #expect(throws: TokenStoreError.self) { try await protected.loadForUpdate(key) }
        #expect(updating?.code == .locked)
    }

    @Test func storesResultOfRequestInProgressAfterClosing() async throws {
        _ = try await signIn()
        let gate = App(server: server, store: store).gate
        let protected = gate.protecting(store)
        let before = await #expect(throws: TokenStoreError.self) { try await protected.loadForUpdate(key) }
        #expect(before?.code == .locked)
        try await gate.open(reason: "Open")
        _ = try await protected.load(key)

        await gate.close()
        let stored = try await protected.loadForUpdate(key)
        #expect(stored == (try await data()))
        try await protected.save(try await data(), for: key, replacing: stored)
        let after = await #expect(throws: TokenStoreError.self) { try await protected.load(key) }
        #expect(after?.code == .locked)
    }

    @Test func requiresConfirmationAfterLaunch() async throws {
        _ = try await signIn()
        let app = App(server: server, store: store)
        #expect(try await failure { _ = try await app.client.session() }.code == .storeLocked)
        for await state in app.client.states {
            guard case .unknown(let error) = state else { throw Unexpected() }
            #expect(error.code == .locked)
            break
        }
        #expect(await app.owner.reasons == [])

        try await app.gate.open(reason: "Open your account")
        #expect(await app.owner.reasons == ["Open your account"])
        let session = try #require(try await app.client.session())
        #expect(try await session.accessToken().scopes.contains(.email))
        for await state in app.client.states where state.account != nil { break }
    }

    @Test(arguments: [AuthError.Code.cancelled, .storeLocked, .interactionRequired])
    func staysClosedWithoutConfirmation(code: AuthError.Code) async throws {
        _ = try await signIn()
        let app = App(server: server, store: store, owner: Owner(error: AuthError(code, "refused")))
        #expect(try await failure { try await app.gate.open(reason: "Open") }.code == code)
        #expect(await !app.gate.isOpen)
        #expect(try await failure { _ = try await app.client.session() }.code == .storeLocked)
        await app.owner.agree()
        try await app.gate.open(reason: "Open")
        #expect(try await app.client.session() != nil)
    }

    @Test func keepsAccessTokenInMemoryAfterClosing() async throws {
        let app = try await signIn()
        let session = try #require(try await app.client.session())
        await app.gate.close()
        _ = try await session.accessToken()
        server.clock.advance(by: 7200)
        #expect(try await failure { _ = try await session.accessToken() }.code == .storeLocked)
        try await app.gate.open(reason: "Open")
        _ = try await session.accessToken()
    }

    @Test func doesNotEndSessionWhileClosed() async throws {
        _ = try await signIn()
        let app = App(server: server, store: store)
        #expect(try await failure { try await app.client.signOut() }.code == .storeLocked)
        try await app.gate.open(reason: "Open")
        #expect(try await app.client.session() != nil)
        try await app.client.signOut()
        // The store contains no session that the gate could protect.
        await app.gate.close()
        #expect(try await app.client.session() == nil)
    }

    @Test func asksOnceForConcurrentCalls() async throws {
        let answer = Promise<Bool>()
        let owner = Owner(answeringAfter: answer)
        let gate = UserPresenceGate(owner)
        async let first: Void = gate.open(reason: "Open")
        try await waitUntil { await !owner.reasons.isEmpty }
        async let second: Void = gate.open(reason: "Open")
        answer.resolve(true)
        try await first
        try await second
        #expect(await gate.isOpen)
        try await gate.open(reason: "Open")
        #expect(await owner.reasons == ["Open"])
    }

    @Test func staysClosedIfClosedWhileAsking() async throws {
        let answer = Promise<Bool>()
        let owner = Owner(answeringAfter: answer)
        let gate = UserPresenceGate(owner)
        async let opening = failure { try await gate.open(reason: "Open") }
        try await waitUntil { await !owner.reasons.isEmpty }
        await gate.close()
        answer.resolve(true)
        #expect(try await opening.code == .cancelled)
        #expect(await !gate.isOpen)
    }

    @Test(arguments: TokenStoreConformance.all)
    func conformsToTokenStoreContractWhileOpen(requirement: TokenStoreConformance) async throws {
        let gate = UserPresenceGate(Owner())
        try await gate.open(reason: "Open")
        try await requirement.run(on: gate.protecting(MemoryTokenStore()))
    }

    struct Unexpected: Error {}
}
