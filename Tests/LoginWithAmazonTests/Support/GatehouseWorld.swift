import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Synchronization
import Testing

/// Our own server, and Ada, who has an account there.
struct GatehouseWorld: World {
    let apiKey: AmazonAPIKey
    let device: Device
    let person = Profile(name: "Ada Example", email: "ada@example.com", postalCode: "98101")
    let server: TestServer
    let browser: ScriptedBrowser
    private let account: GatehouseStore.Account
    private let letsCodesExpire = Flag()
    private let isSomebodyElse = Flag()

    init() async throws {
        server = TestServer()
        apiKey = try AmazonAPIKey(try await server.addAmazonApp())
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
        try await server.core.store.commit([.account(.insert(account))])
    }

    func visit(_ page: URL, _ deed: Deed) async throws -> URL? {
        await browser.open(page)
        let person = isSomebodyElse.take() ? ScriptedPerson(email: "bob@example.com") : ada(deed)
        if await !browser.hasLeft { try await person.walk(browser, on: server) }
        if letsCodesExpire.take() { server.clock.advance(by: 301) }
        return await browser.hasLeft ? browser.location : nil
    }

    func endSessions() async throws {
        try await server.core.store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: server.clock.now))
        ])
    }

    func letNextCodeExpire() {
        letsCodesExpire.raise()
    }

    func type(_ userCode: String, _ deed: Deed) async throws {
        let phone = ScriptedBrowser(on: server, address: "198.51.100.99")
        await phone.open(server.issuer.appending(path: "device"))
        try await phone.submit([PageInput.userCode.rawValue: userCode])
        try await ada(deed).walk(phone, on: server)
    }

    /// Somebody else answers the next page.
    func bobIsNext() {
        isSomebodyElse.raise()
    }

    /// How many sessions of Ada the server would still refresh.
    func liveSessions() async throws -> Int {
        try await server.core.store.sessions(of: account.id).count
    }

    private func ada(_ deed: Deed) -> ScriptedPerson {
        ScriptedPerson(email: "ada@example.com", agrees: deed == .agrees)
    }
}

/// Something that is to happen once.
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
