import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountRegistrarTests {
    @Test func reservesUsernameAndKeepsAddressesPending() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.accounts.registrar.register(
            NewAccount(
                username: "Ada.L",
                email: "Ada@Example.com",
                phone: "090-1234-5678",
                password: "correct horse battery",
                attributes: ["name": "Ada", "country": "JP"],
                customFields: ["level": 7]
            ),
            app.request
        )
        #expect(try await app.stored(account) == account)
        #expect(account.registeredBy == "app")
        #expect(account.attributes == ["name": "Ada", "country": "JP"])
        #expect(account.identifiers.map(\.value) == ["ada.l"])
        #expect(account.identifiers.map(\.spelling) == ["Ada.L"])
        #expect(account.pending.map(\.value) == ["ada@example.com", "+819012345678"])
        #expect(try await app.accounts.finder.customFields(of: account.id, app.request) == ["level": 7])
        #expect(try await app.server.code(to: "ada@example.com") != app.server.code(to: "+819012345678"))
        #expect(try await app.server.auditKinds() == [.accountCreated, .codeSent, .codeSent])
    }

    @Test func requiresPasswordWithIdentifierAndViceVersa() async throws {
        let app = try await KiiApp.standalone()
        #expect(await accountError { try await app.register("ada", password: nil) } == .passwordMissing)
        #expect(await accountError { try await app.register() } == .nameMissing)
        #expect(await accountError { try await app.register("a") } == .invalid(.username))
        #expect(await accountError { try await app.register("ada", email: "ada") } == .invalid(.email))
        #expect(await accountError { try await app.register("ada", phone: "09012345678") } == .invalid(.phone))
        #expect(
            await accountError { try await app.register("ada", password: "short") }
                == .passwordRejected(.tooShort(minimum: 8))
        )
        #expect(
            await accountError { try await app.register("lovelace99", password: "lovelace99") }
                == .passwordRejected(.tooWeak(.personal))
        )
        #expect(try await app.server.store.accounts(after: nil, limit: 9) == [])
        #expect(try await app.server.auditKinds() == [])
    }

    @Test func comparesUsernamesCaseInsensitively() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("Ada")
        #expect(await accountError { try await app.register("aDA") } == .taken(.username))
        #expect(try await app.server.store.accounts(after: nil, limit: 9).count == 1)
    }

    @Test func registersUsernameOnceUnderConcurrency() async throws {
        let app = try await KiiApp.standalone()
        let results = await withTaskGroup(of: AccountError?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do throws(AccountError) {
                        try await app.at("10.0.0.\(number)").register("ada")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: [AccountError?]()) { $0.append($1) }
        }
        #expect(results.count { $0 == nil } == 1)
        #expect(results.count { $0 == .taken(.username) } == 19)
        #expect(try await app.server.store.accounts(after: nil, limit: 99).count == 1)
        #expect(try await app.server.auditKinds() == [.accountCreated])
    }

    @Test func disclosesTakenAddressOnlyToAllowedClient() async throws {
        let app = try await KiiApp.standalone()
        try await app.server.addAccount("ada@example.com", password: "correct horse battery")
        let account = try await app.register("eve", email: "ada@example.com")
        #expect(account.pending.map(\.value) == ["ada@example.com"])
        #expect(try await app.server.mailedCode(to: "ada@example.com") == nil)
        #expect(try await app.server.mailedLink(to: "ada@example.com") == nil)
        #expect(try await app.server.subjects(to: "ada@example.com").count == 1)

        let disclosing = try await KiiApp(on: app.server, id: "curious") { $0.passwordApp?.disclosesAccounts = true }
        #expect(await accountError { try await disclosing.register("eva", email: "ada@example.com") } == .taken(.email))
    }

    @Test func acceptsAvailableAddressVerifiedByAdministrator() async throws {
        let app = try await KiiApp.standalone()
        let new = NewAccount(email: "ada@example.com", password: "correct horse battery", isEmailVerified: true)
        let account = try await app.accounts.registrar.register(new, app.request)
        #expect(account.pending == [])
        #expect(account.email?.verifiedAt == app.server.clock.now)
        #expect(try await app.server.mailCount == 0)
        #expect(await accountError { try await app.accounts.registrar.register(new, app.request) } == .taken(.email))
    }

    @Test func limitsRegistrationsPerNetworkAddress() async throws {
        var limits = RateLimits()
        limits.accountsPerAddress = .init(2, per: 3_600)
        let app = try await KiiApp.standalone(limits: limits)
        try await app.register("first")
        try await app.register("second")
        #expect(await accountError { try await app.register("third") } == .limited(retryAfter: 3_600))
        try await app.at("203.0.113.9").register("third")
    }

    @Test func registersWhenMailQuotaOfRecipientIsExhausted() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let app = try await KiiApp.standalone(limits: limits)
        try await app.register("first", email: "ada@example.com")
        let second = try await app.register("second", email: "ada@example.com")
        #expect(second.pending.count == 1)
        #expect(try await app.server.mailCount == 1)
        // No code is pending, because none was sent.
        #expect(
            await accountError { try await app.accounts.addresses.verificationCode(of: .email, second) } == .codeExpired
        )
        // The code can be requested later.
        app.server.clock.advance(by: 3_600)
        try await app.accounts.addresses.requestVerification(of: .email, second, app.request)
        #expect(try await app.verifyAddress(.email, of: second).email?.value == "ada@example.com")
    }
}
