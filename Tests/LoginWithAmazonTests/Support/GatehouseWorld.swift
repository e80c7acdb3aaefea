import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The Gatehouse server, and Ada's account on it.
struct GatehouseWorld: World {
    let apiKey: AmazonAPIKey
    let device: Device
    let user = Profile(name: "Ada Example", email: "ada@example.com", postalCode: "98101")
    let server: TestServer
    let browser: ScriptedBrowser
    private let account: GatehouseStore.Account
    private let expiresNextCode = Flag()
    private let signsInAsBob = Flag()

    init() async throws {
        server = TestServer()
        apiKey = try AmazonAPIKey(try await server.clients.addAmazon())
        browser = ScriptedBrowser(on: server)
        device = Device(network: Network(to: InProcessTransport(to: server)), clock: server.clock)
        account = Account(
            id: Account.ID("ada"),
            identifiers: [AccountIdentifier(kind: .email, value: "ada@example.com", verifiedAt: server.clock.now)],
            passwordHash: nil,
            attributes: ["name": "Ada Example", "postal_code": "98101"],
            createdAt: server.clock.now,
            updatedAt: server.clock.now
        )
        try await server.store.commit([.account(.insert(account))])
    }

    func visit(_ page: URL, _ decision: UserDecision) async throws -> URL? {
        await browser.open(page)
        let scriptedUser = signsInAsBob.take() ? ScriptedUser(email: "bob@example.com") : ada(decision)
        if await !browser.hasLeft { try await scriptedUser.signIn(in: browser, on: server) }
        if expiresNextCode.take() { server.clock.advance(by: 301) }
        return await browser.hasLeft ? browser.location : nil
    }

    func endSessions() async throws {
        try await server.store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: server.clock.now))
        ])
    }

    func expireNextCode() {
        expiresNextCode.raise()
    }

    func type(_ userCode: String, _ decision: UserDecision) async throws {
        let phone = ScriptedBrowser(on: server, address: "198.51.100.99")
        await phone.open(server.issuer.appending(path: "device"))
        try await phone.submit([PageInput.userCode.rawValue: userCode])
        try await ada(decision).signIn(in: phone, on: server)
    }

    /// Lets another user sign in on the next page.
    func signInAsBobNext() {
        signsInAsBob.raise()
    }

    /// Returns the number of Ada's sessions at the server.
    func activeSessionCount() async throws -> Int {
        try await server.store.sessions(of: account.id).count
    }

    private func ada(_ decision: UserDecision) -> ScriptedUser {
        ScriptedUser(email: "ada@example.com", agrees: decision == .agrees)
    }
}

/// A condition that applies once.
final class Flag: Sendable {
    private let isRaised = Mutex(false)

    func raise() {
        isRaised.withLock { $0 = true }
    }

    func take() -> Bool {
        isRaised.withLock { isRaised in
            defer { isRaised = false }
            return isRaised
        }
    }
}
