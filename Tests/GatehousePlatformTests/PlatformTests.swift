import Foundation
import Gatehouse
import HTTPTypes
import Testing

/// The code that differs between platforms, without the server.
///
/// These tests also run on Apple's simulators.
struct PlatformTests {
    private let key = TokenStoreKey(issuer: "https://login.example.com", clientID: "app")

    @Test func startsSignedOutWithoutStoredSession() async throws {
        let issuer = try #require(URL(string: key.issuer))
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: key.clientID)
        configuration.tokenStore = MemoryTokenStore()
        let client = GatehouseClient(configuration: configuration)
        #expect(try await client.session() == nil)
        var states = client.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.noSession))
    }

    @Test func reportsUnreachableServer() async throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:1", path: "/")
        let error = await #expect(throws: TransportError.self) {
            try await URLSessionTransport.shared.send(request, body: nil)
        }
        #expect(error?.code == .unreachable)
        #expect(error?.wasNeverSent == true)
    }

    @Test func storesSessionsInFiles() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        try await exercise(FileTokenStore(directory: directory, protection: .plaintext))
    }

    #if canImport(Security)
    // A test bundle without an app has no keychain entitlement. A Mac then uses the login keychain.
    @Test func storesSessionsInKeychain() async throws {
        let store = KeychainTokenStore(service: "gatehouse-tests-\(UUID())")
        #if os(macOS)
        try await exercise(store)
        #else
        do {
            try await exercise(store)
        } catch let error as TokenStoreError {
            #expect(error.code == .denied)
        }
        #endif
    }
    #endif

    /// Stores, replaces and removes data, as two instances of an app do.
    private func exercise(_ store: any TokenStore) async throws {
        let (first, second) = (Data("first".utf8), Data("second".utf8))
        #expect(try await store.load(key) == nil)
        try await store.save(first, for: key, replacing: nil)
        #expect(try await store.load(key) == first)
        let error = await #expect(throws: TokenStoreError.self) {
            try await store.save(second, for: key, replacing: second)
        }
        #expect(error?.code == .conflict)
        try await store.save(second, for: key, replacing: first)
        #expect(try await store.load(key) == second)
        try await store.remove(key)
        #expect(try await store.load(key) == nil)
    }
}
