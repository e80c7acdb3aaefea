import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// The operations of `session.account` against the server.
@Suite(.timeLimit(.minutes(3))) struct SessionAccountTests {
    private func failure<Value>(_ body: () async throws -> Value) async throws -> AuthError {
        try #require(await #expect(throws: AuthError.self) { _ = try await body() })
    }

    @Test(arguments: Backend.allCases)
    func readsAndUpdatesDetails(backend: Backend) async throws {
        let world = try await World(on: backend)
        let session = try await world.device().app.signIn(scopes: [.email, .account])
        let details = try await session.account.details()
        #expect(details.subject == session.account.id)
        #expect(details.addresses.map(\.value) == ["ada@example.com"])

        let changed = try await session.account.update([.givenName: "Ada", .locale: "de"], of: details)
        #expect(changed.language == "de")
        #expect(changed.attributes.first { $0.name == .givenName }?.value == "Ada")
        let removed = try await session.account.update([.givenName: .null], of: changed)
        #expect(removed.attributes.first { $0.name == .givenName }?.value == nil)
    }

    @Test func rejectsUpdateOfOutdatedDetails() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        let details = try await session.account.details()
        try await session.account.update([.givenName: "Ada"])
        let error = try await failure { try await session.account.update([.givenName: "Eve"], of: details) }
        #expect(error.code == .conflict)
        #expect(error.response?.httpStatus == 412)
        #expect(error.userMessage() != nil)
        let current = try await session.account.details()
        #expect(current.attributes.first { $0.name == .givenName }?.value == "Ada")
    }

    @Test func namesRejectedAttribute() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        let error = try await failure { try await session.account.update([ClaimName(rawValue: "tier"): "gold"]) }
        #expect(error.code == .attributesRejected)
        #expect(error.invalidAttributes == ["tier"])
    }

    @Test func addsVerifiesAndRemovesAddress() async throws {
        let world = try await World()
        let account = try await world.device().app.signIn(scopes: [.account]).account
        var step = try await account.addEmail("ada@example.org")
        #expect(step.address.codeLength == 8)
        let expiry = try #require(step.expiresAt)
        #expect(expiry > world.server.clock.now)
        #expect(try await failure { try await step.verify(code: "00000000") }.code == .wrongCode)
        #expect(try await failure { try await step.verify(code: " ") }.code == .wrongCode)
        #expect(try await failure { try await account.addEmail("ada@example.com") }.code == .addressAlreadyAdded)
        #expect(try await failure { try await account.addEmail("ada") }.code == .invalidAddress)

        world.server.clock.advance(by: 60)
        step = try await step.resend()
        let pending = try await account.addresses().pendingAddresses
        #expect(pending.map(\.value) == ["ada@example.org"])
        let code = try #require(try await world.server.mailedCode(to: "ada@example.org"))
        let verified = try await account.step(for: try #require(pending.first)).verify(code: code)
        #expect(verified.isVerified && !verified.isPrimary)

        #expect(try await account.makePrimary(verified).isPrimary)
        let old = try #require(try await account.addresses().addresses.first { !$0.isPrimary })
        try await account.remove(old)
        #expect(try await failure { try await account.remove(old) }.code == .notFound)
        let error = try await failure { try await account.remove(verified) }
        #expect([.lastAddress, .lastSignInMethod].contains(error.code))
    }

    @Test func abandonsPendingPhoneNumber() async throws {
        let world = try await World()
        let account = try await world.device().app.signIn(scopes: [.account]).account
        let step = try await account.addPhone("+819012345678")
        #expect(step.address.kind == .phone)
        #expect(try await world.server.mailedCode(to: "+819012345678") != nil)
        try await account.remove(step.address)
        #expect(try await account.addresses().pendingAddresses.isEmpty)
        #expect(try await failure { try await step.verify(code: "12345678") }.code == .notFound)
    }

    @Test func setsAndRemovesPassword() async throws {
        let world = try await World()
        let account = try await world.device().app.signIn(scopes: [.account]).account
        let error = try await failure { try await account.changePassword(to: "password1") }
        #expect(error.code == .passwordRejected)
        #expect(["common", "too_short", "guessable"].contains(error.response?.suberror ?? ""))
        #expect(try await failure { try await account.changePassword(to: "") }.code == .passwordRejected)
        try await account.changePassword(to: "purple monkey dishwasher")
        #expect(try await account.signInMethods().contains { $0.kind == .password })
        try await account.removePassword()
        #expect(try await account.signInMethods().allSatisfy { $0.kind != .password })
        #expect(try await failure { try await account.removePassword() }.code == .notFound)
    }

    @Test func listsSessionsPageByPage() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        for _ in 0..<3 { _ = try await world.device().app.signIn() }
        let all = try await session.account.sessions().all()
        #expect(all.filter { $0.kind == .app }.count == 4)
        #expect(all.filter(\.isCurrent).count == 1)
        let first = try await session.account.sessions().page(limit: 2)
        let second = try await session.account.sessions().page(after: first.nextCursor, limit: 100)
        #expect(first.items + second.items == all)
        var iterated: [SessionDetails] = []
        for try await item in session.account.sessions() { iterated.append(item) }
        #expect(iterated == all)
        #expect(try await failure { try await session.account.sessions().page(after: "?") }.code == .requestRejected)
    }

    @Test func listsAppsActivityAndExport() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        #expect(try await session.account.apps().all().map(\.clientID) == ["app"])
        #expect(try await !session.account.activity().page(limit: 1).items.isEmpty)
        let export = try await session.account.export()
        #expect(export.issuer == "https://login.example.com")
        #expect(export.consents.map(\.clientID) == ["app"])
    }

    @Test func endsOtherSessions() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        let others = [world.device(), world.device()]
        for other in others { _ = try await other.app.signIn() }
        let listed = try await session.account.sessions().all()
        let newest = try #require(listed.first { $0.kind == .app && !$0.isCurrent })
        try await session.account.end(newest)
        #expect(try await failure { try await session.account.end(newest) }.code == .notFound)
        try await session.account.endOthers()
        #expect(try await session.account.sessions().all().filter { $0.kind == .app }.map(\.isCurrent) == [true])
        _ = try await session.accessToken()
    }

    @Test func opensAccountPage() async throws {
        let world = try await World()
        let browser = ScriptedBrowser(on: world.server)
        let device = world.device(browser: browser, change: { $0.userAgent = OpeningUserAgent(browser: browser) })
        try await device.app.openAccountPage()
        #expect(await browser.location.absoluteString.hasPrefix("https://login.example.com/"))
        #expect(await device.app.diagnostics().sessions.isEmpty)
        let mute = world.device(change: { $0.userAgent = nil })
        #expect(try await failure { try await mute.app.openAccountPage() }.code == .misconfigured)
        #expect(try await failure { try await mute.app.signIn() }.code == .misconfigured)
    }
}

/// A user agent that opens the page and returns.
private struct OpeningUserAgent: UserAgent {
    let browser: ScriptedBrowser

    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        #expect(request.purpose == .account)
        #expect(request.url(redirectURI: nil).path() == "/account")
        await browser.open(request.url(redirectURI: nil))
        return .dismissed
    }
}
