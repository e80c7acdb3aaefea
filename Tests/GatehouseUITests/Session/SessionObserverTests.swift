import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseUI

@MainActor @Suite(.timeLimit(.minutes(2))) struct SessionObserverTests {
    @Test func followsSignInAndSignOut() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let user = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let client = GatehouseClient(configuration: server.device(of: user).configuration(clientID: "app"))
        let observer = SessionObserver()
        let task = Task { await observer.follow(client) }
        defer { task.cancel() }

        let session = try await client.signIn(scopes: [.email])
        try await waitUntil { observer.session?.id == session.id }
        #expect(observer.session?.account.id == session.account.id)

        // The same account with another session.
        let next = try await client.signIn(scopes: [.email], interaction: .addAccount)
        #expect(next.id != session.id)
        try await waitUntil { observer.session?.id == next.id }

        try await client.signOut()
        try await waitUntil { observer.session == nil }
    }

    @Test func endsWithTask() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let client = GatehouseClient(configuration: server.nativeConfiguration())
        let observer = SessionObserver()
        let task = Task { await observer.follow(client) }
        task.cancel()
        await task.value
    }

    @Test func keepsSessionWhileStoreIsLocked() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let user = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        var configuration = server.device(of: user).configuration(clientID: "app")
        let store = MemoryTokenStore()
        configuration.tokenStore = store
        let client = GatehouseClient(configuration: configuration)
        let session = try await client.signIn(scopes: [.email])
        let observer = SessionObserver()
        await observer.readSession(of: client)
        #expect(observer.session?.id == session.id)
        store.inject(.locked)
        await #expect(throws: AuthError.self) { try await client.session() }
        await observer.readSession(of: client)
        #expect(observer.session?.id == session.id)
    }

    @Test func forgetsSessionOfPreviousClient() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let user = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let first = GatehouseClient(configuration: server.device(of: user).configuration(clientID: "app"))
        let session = try await first.signIn(scopes: [.email])
        let observer = SessionObserver()
        let task = Task { await observer.follow(first) }
        try await waitUntil { observer.session?.id == session.id }
        task.cancel()
        await task.value
        #expect(observer.session?.id == session.id)

        let second = GatehouseClient(configuration: server.device(of: user).configuration(clientID: "app"))
        let next = Task { await observer.follow(second) }
        defer { next.cancel() }
        try await waitUntil { observer.session == nil }
        let other = try await second.signIn(scopes: [.email])
        try await waitUntil { observer.session?.id == other.id }
    }
}
