import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct RegistrationTests {
    @Test func aUserNameIsTakenAtOnceAndAnAddressWaits() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.accounts.register(
            NewAccount(
                username: "Ada.L",
                email: "Ada@Example.com",
                phone: "090-1234-5678",
                password: "correct horse battery",
                attributes: ["name": "Ada", "country": "JP"],
                customFields: ["level": 7]
            ),
            app.call
        )
        #expect(try await app.stored(account) == account)
        #expect(account.registeredBy == "app")
        #expect(account.attributes == ["name": "Ada", "country": "JP"])
        #expect(account.identifiers.map(\.value) == ["ada.l"])
        #expect(account.identifiers.map(\.spelling) == ["Ada.L"])
        #expect(account.pending.map(\.value) == ["ada@example.com", "+819012345678"])
        #expect(try await app.accounts.customFields(of: account.id, app.call) == ["level": 7])
        #expect(try await app.server.code(to: "ada@example.com") != app.server.code(to: "+819012345678"))
        #expect(try await app.server.audited() == [.accountCreated, .codeSent, .codeSent])
    }

    @Test func namesComeWithAPasswordAndAPasswordWithAName() async throws {
        let app = try await KiiApp.alone()
        #expect(await refused { try await app.register("ada", password: nil) } == .passwordMissing)
        #expect(await refused { try await app.register() } == .nameMissing)
        #expect(await refused { try await app.register("a") } == .invalid(.username))
        #expect(await refused { try await app.register("ada", email: "ada") } == .invalid(.email))
        #expect(await refused { try await app.register("ada", phone: "09012345678") } == .invalid(.phone))
        #expect(
            await refused { try await app.register("ada", password: "short") }
                == .passwordRefused(.tooShort(minimum: 8))
        )
        #expect(
            await refused { try await app.register("lovelace99", password: "lovelace99") }
                == .passwordRefused(.tooWeak(.personal))
        )
        #expect(try await app.server.core.store.accounts(after: nil, limit: 9) == [])
        #expect(try await app.server.audited() == [])
    }

    @Test func anAppKeepsSixtyThreeKilobytesAndShortAttributes() async throws {
        let app = try await KiiApp.alone()
        func register(_ new: NewAccount) async throws { _ = try await app.accounts.register(new, app.call) }
        let text = String(repeating: "x", count: 63 * 1024 - 8)
        try await register(NewAccount(customFields: ["a": .string(text)]))
        #expect(
            await refused { try await register(NewAccount(customFields: ["a": .string(text + "x")])) }
                == .customFieldsTooLarge
        )
        for (name, value) in [
            ("email", "ada@example.com"), ("sub", "1"), ("name", .string(String(repeating: "x", count: 513))),
            ("name", "a\u{0}"), ("name", ["a": 1]),
        ] as [(String, JSONValue)] {
            #expect(
                await refused { try await register(NewAccount(attributes: [name: value])) } == .attributeRefused(name)
            )
        }
    }

    @Test func aUserNameIsTakenInWhicheverCaseItIsWritten() async throws {
        let app = try await KiiApp.alone()
        try await app.register("Ada")
        #expect(await refused { try await app.register("aDA") } == .taken(.username))
        #expect(try await app.server.core.store.accounts(after: nil, limit: 9).count == 1)
    }

    @Test func ofManyThatRegisterOneUserNameAtOnceOneDoes() async throws {
        let app = try await KiiApp.alone()
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
        #expect(try await app.server.core.store.accounts(after: nil, limit: 99).count == 1)
        #expect(try await app.server.audited() == [.accountCreated])
    }

    @Test func theAddressOfAMemberIsNotRevealedButToThemAndToAnAppThatMayKnow() async throws {
        let app = try await KiiApp.alone()
        try await app.server.addAccount("ada@example.com", password: "correct horse battery")
        let account = try await app.register("eve", email: "ada@example.com")
        #expect(account.pending.map(\.value) == ["ada@example.com"])
        #expect(try await app.server.mailedCode(to: "ada@example.com") == nil)
        #expect(try await app.server.mailedLink(to: "ada@example.com") == nil)
        #expect(try await app.server.subjects(to: "ada@example.com").count == 1)

        let curious = try await KiiApp(on: app.server, id: "curious") { $0.kii?.revealsAccounts = true }
        #expect(await refused { try await curious.register("eva", email: "ada@example.com") } == .taken(.email))
    }

    @Test func anAdministratorVouchesForAddressesThatAreFree() async throws {
        let app = try await KiiApp.alone()
        let new = NewAccount(email: "ada@example.com", password: "correct horse battery", isEmailVerified: true)
        let account = try await app.accounts.register(new, app.call)
        #expect(account.pending == [])
        #expect(account.email?.verifiedAt == app.server.clock.now)
        #expect(try await app.server.mailCount == 0)
        #expect(await refused { try await app.accounts.register(new, app.call) } == .taken(.email))
    }

    @Test func aRegistrationThatSignsInIsOneCommit() async throws {
        let app = try await KiiApp.alone()
        let (account, tokens) = try await app.accounts.registerAndSignIn(
            NewAccount(email: "ada@example.com", password: "correct horse battery"),
            expiresAt: nil,
            app.call
        )
        #expect(try await app.person(of: tokens.response.accessToken) == account.id)
        #expect(tokens.person == account.id)
        #expect(tokens.response.expiresIn == 90 * 24 * 60 * 60)
        #expect(tokens.response.refreshToken == nil)
        #expect(try await app.server.audited() == [.accountCreated, .sessionStarted, .codeSent])
        let refusal = await refused {
            try await app.accounts.registerAndSignIn(NewAccount(), expiresAt: app.server.clock.now, app.call)
        }
        #expect(refusal == .expiryRefused)
        #expect(try await app.server.core.store.accounts(after: nil, limit: 9).map(\.id) == [account.id])
    }

    @Test func aPseudoUserIsReachedByItsTokenAlone() async throws {
        let app = try await KiiApp.alone {
            $0.grantTypes = [.password, .refreshToken]
            $0.scopes.insert(.offlineAccess)
        }
        let (account, tokens) = try await app.accounts.registerAndSignIn(
            NewAccount(attributes: ["name": "Somebody"]),
            expiresAt: nil,
            app.call
        )
        #expect(account.isPseudo)
        #expect(tokens.response.refreshToken == nil)
        #expect(tokens.response.scope?.contains(.offlineAccess) == false)
        #expect(try await app.person(of: tokens.response.accessToken) == account.id)
        let member = try await app.accounts.registerAndSignIn(
            NewAccount(username: "ada", password: "correct horse battery"),
            expiresAt: nil,
            app.call
        )
        #expect(member.tokens.response.refreshToken != nil)
    }

    @Test func oneNetworkAddressMakesSoManyAccountsAndNotOneMore() async throws {
        var limits = Limits()
        limits.accountsPerAddress = .init(2, per: 3_600)
        let app = try await KiiApp.alone(limits: limits)
        try await app.register("first")
        try await app.register("second")
        #expect(await refused { try await app.register("third") } == .limited(retryAfter: 3_600))
        try await app.at("203.0.113.9").register("third")
    }

    @Test func aRecipientWhoHasHadManyMailsOfLateDoesNotKeepAnybodyFromRegistering() async throws {
        var limits = Limits()
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let app = try await KiiApp.alone(limits: limits)
        try await app.register("first", email: "ada@example.com")
        let second = try await app.register("second", email: "ada@example.com")
        #expect(second.pending.count == 1)
        #expect(try await app.server.mailCount == 1)
        // Nor is there a code to guess at that nobody was told of.
        #expect(await refused { try await app.accounts.verificationCode(of: .email, second) } == .codeExpired)
        // It is asked for later.
        app.server.clock.advance(by: 3_600)
        try await app.accounts.requestVerification(of: .email, second, app.call)
        #expect(try await app.prove(.email, of: second).email?.value == "ada@example.com")
    }
}
