import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountResetTests {
    private let email = "ada@example.com"
    private let phone = "+819012345678"
    private let new = "purple monkey dishwasher"

    /// Somebody with a user name and two proven addresses.
    private func register(_ app: KiiApp) async throws -> Account {
        var account = try await app.register("ada", email: email, phone: phone)
        account = try await app.prove(.email, of: account)
        account = try await app.prove(.phone, of: account)
        app.server.clock.advance(by: 60)
        return account
    }

    private func named(_ text: String) -> ResetSubject { .name(SignInName(typed: text)) }

    private func complete(_ app: KiiApp, _ subject: ResetSubject, _ code: String, _ new: String) async throws {
        try await app.accounts.completeReset(of: subject, code: code, newPassword: new, app.call)
    }

    @Test func aCodeByMailSetsAPasswordWhicheverNameIsGiven() async throws {
        for name in ["ada", "ada@example.com", "+819012345678"] {
            // A number is written to by mail only where it is no secret whose it is.
            let app = try await KiiApp.alone { $0.kii?.revealsAccounts = name.hasPrefix("+") }
            let account = try await register(app)
            let token = try await app.signIn("ada").response.accessToken
            try await app.accounts.requestReset(of: named(name), by: .email, app.call)
            let code = try await app.server.code(to: email)
            #expect(
                await refused { try await complete(app, named("ada"), code, "short") }
                    == .passwordRefused(.tooShort(minimum: 8))
            )
            try await complete(app, .account(account.id), code, new)
            #expect(try await app.check(token) == nil)
            #expect(try await app.signIn("ada", new).person == account.id)
            #expect(await refused { try await complete(app, named(name), code, new) } == .wrongCode)
            #expect(try await app.server.audited().filter { $0 == .passwordChanged }.count == 1)
        }
    }

    @Test func aCodeOrALinkBySMSDoesTheSame() async throws {
        let app = try await KiiApp.alone()
        let account = try await register(app)
        try await app.accounts.requestReset(of: named(phone), by: .textedCode, app.call)
        try await complete(app, named(phone), try await app.server.code(to: phone), new)
        #expect(try await app.signIn("ada", new).person == account.id)

        app.server.clock.advance(by: 60)
        try await app.accounts.requestReset(of: named("ada"), by: .textedLink, app.call)
        let link = try await app.link(to: phone)
        let engine = app.server.server.engine
        #expect(try await engine.follow(link).use == .reset)
        await #expect(throws: TransactionError.passwordRefused(.tooShort(minimum: 8))) {
            try await engine.reset(link, newPassword: "short", language: .english, context: app.call.context)
        }
        await #expect(throws: TransactionError.passwordMissing) {
            try await app.confirm(link, "")
        }
        try await engine.reset(
            link,
            newPassword: "yellow submarine dock",
            language: .english,
            context: app.call.context
        )
        #expect(try await app.signIn("ada", "yellow submarine dock").person == account.id)
        await #expect(throws: TransactionError.gone) { try await engine.follow(link) }
    }

    @Test func anAddressThatNobodyHasGetsAMailAndNoCodeIsRight() async throws {
        let app = try await KiiApp.alone()
        try await app.accounts.requestReset(of: named(email), by: .email, app.call)
        #expect(try await app.server.subjects(to: email).count == 1)
        #expect(try await app.server.mailedCode(to: email) == nil)
        #expect(await refused { try await complete(app, named(email), "12345678", new) } == .wrongCode)
        try await app.accounts.requestReset(of: named(phone), by: .textedCode, app.call)
        #expect(try await app.server.mailCount == 1)
        #expect(await refused { try await complete(app, named(phone), "12345678", new) } == .wrongCode)
        #expect(
            await refused { try await app.accounts.requestReset(of: named("nobody"), by: .email, app.call) }
                == .notFound
        )
    }

    @Test func theStoreDoesTheSameForAStrangerAsForAMember() async throws {
        func operations(_ name: String) async throws -> [String] {
            let store = SpyStore()
            let app = try await KiiApp.alone(store: store)
            _ = try await register(app)
            let before = store.operations.count
            try await app.accounts.requestReset(of: named(name), by: .email, app.call)
            _ = await refused { try await complete(app, named(name), "0000000x", new) }
            return Array(store.operations.dropFirst(before))
        }
        let member = try await operations(email)
        #expect(try await operations("nobody@example.com") == member)
        #expect(member.count > 4)
    }

    @Test func refusesACodeWhereNoneWaitsAtTheCostOfAWrongOne() async throws {
        func commits(_ name: String, isRequested: Bool) async throws -> [String] {
            let store = SpyStore()
            let app = try await KiiApp.alone(store: store)
            _ = try await register(app)
            if isRequested { try await app.accounts.requestReset(of: named(name), by: .email, app.call) }
            let before = store.operations.count
            #expect(await refused { try await complete(app, named(name), "0000000x", new) } == .wrongCode)
            return store.operations.dropFirst(before)
                .filter { $0.contains("audit") || $0.hasPrefix("counter(") }
                .map { $0.replacing("transaction.advance+", with: "") }
        }
        let waiting = try await commits(email, isRequested: true)
        #expect(waiting.count == 3)
        for name in [email, "nobody@example.com"] {
            #expect(try await commits(name, isRequested: false) == waiting)
        }
    }

    @Test func limitsCodesWhereNoneWaits() async throws {
        var limits = Limits()
        limits.failuresPerAddress = .init(3, per: 900)
        let app = try await KiiApp.alone(limits: limits)
        for _ in 0..<3 {
            #expect(await refused { try await complete(app, named(email), "12345678", new) } == .wrongCode)
        }
        #expect(
            await refused { try await complete(app, named(email), "12345678", new) } == .limited(retryAfter: 900)
        )
    }

    @Test func whatIsNotSentToAStrangerIsCountedAllTheSame() async throws {
        let app = try await KiiApp.alone()
        for _ in 0..<10 {
            try await app.accounts.requestReset(of: named(phone), by: .textedCode, app.call)
            app.server.clock.advance(by: 60)
        }
        let wait = TimeInterval(24 * 60 * 60 - 10 * 60)
        #expect(
            await refused { try await app.accounts.requestReset(of: named(phone), by: .textedCode, app.call) }
                == .limited(retryAfter: wait)
        )
        #expect(try await app.server.mailCount == 0)
        #expect(try await app.server.audited() == [])
    }

    @Test func anAppThatMayKnowIsTold() async throws {
        let app = try await KiiApp.alone { $0.kii?.revealsAccounts = true }
        let account = try await register(app)
        #expect(
            await refused { try await app.accounts.requestReset(of: named("bob@example.com"), by: .email, app.call) }
                == .notFound
        )
        try await app.server.addAccount("code@example.com")
        #expect(
            await refused { try await app.accounts.requestReset(of: named("code@example.com"), by: .email, app.call) }
                == .noPassword
        )
        try await app.accounts.setDisabled(true, of: account, app.call)
        #expect(
            await refused { try await app.accounts.requestReset(of: named(email), by: .email, app.call) } == .disabled
        )
    }

    @Test func anAddressIsOnlyWrittenToItselfWhoeverHasIt() async throws {
        let app = try await KiiApp.alone()
        _ = try await register(app)
        for name in [email, "nobody@example.com"] {
            #expect(
                await refused { try await app.accounts.requestReset(of: named(name), by: .textedCode, app.call) }
                    == .noAddress
            )
        }
        for name in [phone, "+819099999999"] {
            #expect(
                await refused { try await app.accounts.requestReset(of: named(name), by: .email, app.call) }
                    == .noAddress
            )
        }
    }

    @Test func aUserNameDoesNotTellWhetherItsOwnerHasAnAddress() async throws {
        func answers(_ name: String) async throws -> [AccountError?] {
            let app = try await KiiApp.alone()
            _ = try await register(app)
            try await app.register("bob", email: "bob@example.com")
            // The mails that proved an address count no longer.
            app.server.clock.advance(by: 24 * 60 * 60)
            var answers: [AccountError?] = []
            func note(_ body: () async throws(AccountError) -> Void) async {
                do throws(AccountError) {
                    try await body()
                    answers.append(nil)
                } catch {
                    answers.append(error)
                }
            }
            for _ in 0..<12 {
                app.server.clock.advance(by: 60)
                await note { () throws(AccountError) in
                    try await app.accounts.requestReset(of: named(name), by: .email, app.call)
                }
                await note { () throws(AccountError) in
                    try await app.accounts.completeReset(
                        of: named(name),
                        code: "0000000x",
                        newPassword: new,
                        app.call
                    )
                }
            }
            return answers
        }
        let reachable = try await answers("ada")
        #expect(try await answers("bob") == reachable)
        #expect(reachable.contains(nil))
        #expect(reachable.contains(.wrongCode))
    }

    @Test func whoHasNoProvenAddressCannotBeWrittenTo() async throws {
        let app = try await KiiApp.alone { $0.kii?.revealsAccounts = true }
        try await app.register("ada", email: email)
        #expect(
            await refused { try await app.accounts.requestReset(of: named("ada"), by: .email, app.call) } == .noAddress
        )
    }

    @Test func oneCodeAtATimeAndItDiesAfterTenMinutesOrFiveTries() async throws {
        let app = try await KiiApp.alone()
        _ = try await register(app)
        try await app.accounts.requestReset(of: named("ada"), by: .email, app.call)
        let first = try await app.server.code(to: email)
        let before = try await app.server.mailCount
        try await app.accounts.requestReset(of: named("ada"), by: .email, app.call)
        #expect(try await app.server.mailCount == before)
        app.server.clock.advance(by: 60)
        try await app.accounts.requestReset(of: named("ada"), by: .email, app.call)
        let second = try await app.server.code(to: email)
        #expect(second != first)
        for _ in 0..<5 { #expect(await refused { try await complete(app, named("ada"), first, new) } == .wrongCode) }
        #expect(await refused { try await complete(app, named("ada"), second, new) } == .wrongCode)
        app.server.clock.advance(by: 60)
        try await app.accounts.requestReset(of: named("ada"), by: .email, app.call)
        let third = try await app.server.code(to: email)
        app.server.clock.advance(by: 10 * 60)
        #expect(await refused { try await complete(app, named("ada"), third, new) } == .codeExpired)
    }

    @Test func ofManyThatRedeemOneCodeAtOnceOneDoes() async throws {
        let app = try await KiiApp.alone()
        let account = try await register(app)
        try await app.accounts.requestReset(of: named("ada"), by: .email, app.call)
        let code = try await app.server.code(to: email)
        let winners = await withTaskGroup(of: String?.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let new = "purple monkey dishwasher \(number)"
                    do {
                        try await complete(app, named("ada"), code, new)
                        return new
                    } catch {
                        return nil
                    }
                }
            }
            return await group.reduce(into: [String]()) { all, one in all += one.map { [$0] } ?? [] }
        }
        #expect(winners.count == 1)
        #expect(try await app.signIn("ada", try #require(winners.first)).person == account.id)
        #expect(try await app.server.audited().filter { $0 == .passwordChanged }.count == 1)
    }

    @Test func aCodeOfOneAppIsNoneOfAnother() async throws {
        let app = try await KiiApp.alone()
        let other = try await KiiApp(on: app.server, id: "other")
        _ = try await register(app)
        try await app.accounts.requestReset(of: named("ada"), by: .email, app.call)
        let code = try await app.server.code(to: email)
        #expect(await refused { try await complete(other, named("ada"), code, new) } == .wrongCode)
        try await complete(app, named("ada"), code, new)
    }
}
