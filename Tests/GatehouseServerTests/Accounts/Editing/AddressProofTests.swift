import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AddressProofTests {
    private let email = "ada@example.com"

    @Test func aCodeMakesAnAddressAName() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register(email: email, phone: "+819012345678")
        #expect(try await app.prove(.email, of: account).identifiers.map(\.value) == [email])
        let proven = try await app.prove(.phone, of: account)
        #expect(proven.identifiers.map(\.value) == [email, "+819012345678"])
        #expect(proven.pending == [])
        #expect(try await app.stored(account) == proven)
        #expect(try await app.signIn(email).person == account.id)
        #expect(try await app.signIn("+81 90 1234 5678").person == account.id)
        #expect(try await app.server.audited().filter { $0 == .addressProven }.count == 2)
        let again = await refused { try await app.accounts.verify(.email, of: proven, code: "12345678", app.call) }
        #expect(again == .nothingPending)
    }

    @Test func aNewAddressTakesThePlaceOfTheOldOneOnceItIsProven() async throws {
        let app = try await KiiApp.alone()
        var account = try await app.prove(.email, of: try await app.register("ada", email: email))
        account = try await app.accounts.setAddress(.email, "New@Example.com", of: account, app.call)
        #expect(account.email?.value == email)
        #expect(account.pending.map(\.value) == ["new@example.com"])
        #expect(try await app.signIn(email).person == account.id)
        account = try await app.prove(.email, of: account)
        #expect(account.email?.value == "new@example.com")
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn(email) }?.code == .invalidGrant)
        #expect(try await app.signIn("new@example.com").person == account.id)
    }

    @Test(arguments: [false, true]) func theOwnerIsToldAtTheAddressThatIsReplaced(isVouched: Bool) async throws {
        let app = try await KiiApp.alone()
        let phone = "+819012345678"
        var account = try await app.register("ada", email: email, phone: phone)
        account = try await app.prove(.phone, of: try await app.prove(.email, of: account))
        func notices() async throws -> Int {
            try await app.server.subjects(to: email)
                .filter { $0 == "An address of your account with Example App has been changed" }.count
        }
        func change(_ kind: AccountIdentifier.Kind, to address: String) async throws {
            app.server.clock.advance(by: 60)
            account = try await app.accounts.setAddress(kind, address, of: account, isVerified: isVouched, app.call)
            if !isVouched {
                account = try await app.prove(kind, of: account)
            }
        }
        #expect(try await notices() == 0)
        try await change(.phone, to: "+819087654321")
        #expect(try await notices() == 1)
        try await change(.email, to: "new@example.com")
        #expect(try await notices() == 2)
        #expect(account.email?.value == "new@example.com")
    }

    @Test func theAddressOneHasNeedsNoProofAndEndsTheWaitForAnother() async throws {
        let app = try await KiiApp.alone()
        var account = try await app.prove(.email, of: try await app.register("ada", email: email))
        account = try await app.accounts.setAddress(.email, "new@example.com", of: account, app.call)
        let code = try await app.accounts.verificationCode(of: .email, account)
        account = try await app.accounts.setAddress(.email, "ADA@example.com", of: account, app.call)
        #expect(account.pending == [])
        #expect(account.email?.value == email)
        let late = await refused { try await app.accounts.verify(.email, of: account, code: code, app.call) }
        #expect(late == .nothingPending)
    }

    @Test func anotherAddressMeansAnotherCode() async throws {
        let app = try await KiiApp.alone()
        var account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        account = try await app.accounts.setAddress(.email, "new@example.com", of: account, app.call)
        #expect(
            await refused { try await app.accounts.verify(.email, of: account, code: code, app.call) } == .wrongCode
        )
        #expect(try await app.prove(.email, of: account).email?.value == "new@example.com")
    }

    @Test func theSameCodeIsSentAgainForAsLongAsItIsGood() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        // The first one is on its way.
        try await app.accounts.requestVerification(of: .email, account, app.call)
        #expect(try await app.server.mailCount == 1)
        app.server.clock.advance(by: 40 * 60)
        try await app.accounts.requestVerification(of: .email, account, app.call)
        #expect(try await app.server.mailCount == 2)
        #expect(try await app.server.code(to: email) == code)
        #expect(try await app.accounts.verificationCode(of: .email, account) == code)
        app.server.clock.advance(by: 30 * 60)
        #expect(
            await refused { try await app.accounts.verify(.email, of: account, code: code, app.call) } == .codeExpired
        )
        #expect(await refused { try await app.accounts.verificationCode(of: .email, account) } == .codeExpired)
        try await app.accounts.requestVerification(of: .email, account, app.call)
        #expect(try await app.server.code(to: email) != code)
        try await app.prove(.email, of: account)
    }

    @Test func anAdministratorPutsAnotherCodeInItsPlace() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada", email: email)
        let old = try await app.server.code(to: email)
        let new = try await app.accounts.renewVerificationCode(of: .email, account, app.call)
        #expect(new != old)
        #expect(try await app.server.mailCount == 1)
        #expect(await refused { try await app.accounts.verify(.email, of: account, code: old, app.call) } == .wrongCode)
        #expect(try await app.accounts.verify(.email, of: account, code: new, app.call).pending == [])
    }

    @Test func fiveWrongCodesAreTheEndOfACode() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        let wrong = code == "00000000" ? "00000001" : "00000000"
        for _ in 0..<5 {
            #expect(
                await refused { try await app.accounts.verify(.email, of: account, code: wrong, app.call) }
                    == .wrongCode
            )
        }
        #expect(
            await refused { try await app.accounts.verify(.email, of: account, code: code, app.call) } == .codeExpired
        )
        #expect(await refused { try await app.accounts.verificationCode(of: .email, account) } == .codeExpired)
        #expect(try await app.server.audited().filter { $0 == .codeRejected }.count == 5)
        #expect(try await app.stored(account)?.email == nil)
        // Nobody guesses the link.
        let link = try await app.link(to: email)
        try await app.confirm(link)
        #expect(try await app.stored(account)?.email?.value == email)
    }

    @Test func ofManyThatTypeOneCodeAtOnceOneIsHeard() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        let winners = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await app.accounts.verify(.email, of: account, code: code, app.call)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try await app.server.audited().filter { $0 == .addressProven }.count == 1)
        #expect(try await app.stored(account)?.revision == 2)
    }

    @Test func aLinkChangesNothingBeforeItsButtonIsPressedAndIsGoodOnce() async throws {
        let app = try await KiiApp.alone()
        let engine = app.server.server.engine
        let account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        for _ in 0..<2 {
            let page = try await engine.follow(link)
            #expect(page.use == .verify)
            #expect(page.address.value == email)
            #expect(page.account == account)
            #expect(page.client.id == "app")
        }
        #expect(try await app.stored(account) == account)
        try await app.confirm(link)
        #expect(try await app.stored(account)?.email?.value == email)
        await #expect(throws: TransactionError.gone) { try await engine.follow(link) }
        await #expect(throws: TransactionError.gone) {
            try await app.confirm(link)
        }
    }

    @Test func whoOpensALinkKnowsThePasswordOfTheAccount() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        await #expect(throws: TransactionError.passwordMissing) { try await app.confirm(link, "") }
        // They are the account's tries, which other doors count too.
        for _ in 0..<10 {
            await #expect(throws: TransactionError.wrongCredentials) { try await app.confirm(link, "wrong") }
        }
        let limited = await #expect(throws: TransactionError.self) { try await app.confirm(link) }
        guard case .limited = limited else { throw try #require(limited) }
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada") }?.code == .temporarilyUnavailable)
        #expect(try await app.stored(account) == account)

        app.server.clock.advance(by: 15 * 60)
        for _ in 0..<9 {
            await #expect(throws: TransactionError.wrongCredentials) { try await app.confirm(link, "wrong") }
        }
        try await app.confirm(link)
        #expect(try await app.stored(account)?.email?.value == email)
        // A right one has forgotten the wrong ones before it.
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada", "wrong") }?.code == .invalidGrant)
        #expect(try await app.signIn("ada").person == account.id)
    }

    @Test func whereThereIsNoPasswordThereIsNoLink() async throws {
        let app = try await KiiApp.alone()
        let new = "new@example.com"
        var account = try await app.prove(.email, of: try await app.register("ada", email: email))
        account.passwordHash = nil
        account.revision += 1
        try await app.server.core.store.commit([.account(.update(account))])
        app.server.clock.advance(by: 60)
        account = try await app.accounts.setAddress(.email, new, of: account, app.call)
        #expect(try await app.server.mailedLink(to: new) == nil)
        #expect(try await app.prove(.email, of: account).email?.value == new)
    }

    @Test func aLinkEndsWithThePasswordThatItAsksFor() async throws {
        let app = try await KiiApp.alone()
        var account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        account.passwordHash = nil
        account.revision += 1
        try await app.server.core.store.commit([.account(.update(account))])
        await #expect(throws: TransactionError.gone) { try await app.server.server.engine.follow(link) }
        await #expect(throws: TransactionError.gone) { try await app.confirm(link) }
        #expect(try await app.stored(account)?.email == nil)
    }

    @Test func aLinkThatWasAlteredOrIsOldLeadsNowhere() async throws {
        let app = try await KiiApp.alone()
        let engine = app.server.server.engine
        let account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        let code = try await app.server.code(to: email)
        for wrong in [code, String(link.code.dropLast()), "x" + link.code.dropFirst(), ""] {
            let altered = MailedLink(transaction: link.transaction, code: wrong)
            await #expect(throws: TransactionError.gone) { try await engine.follow(altered) }
        }
        _ = try await app.accounts.renewVerificationCode(of: .email, account, app.call)
        await #expect(throws: TransactionError.gone) { try await engine.follow(link) }
        #expect(try await app.stored(account)?.email == nil)
    }

    @Test func numbersOfAServerThatSendsNoSMSWait() async throws {
        let app = try await KiiApp.alone(sendsSMS: false)
        let account = try await app.register("ada", phone: "+819012345678")
        #expect(account.pending.map(\.value) == ["+819012345678"])
        #expect(
            await refused { try await app.accounts.requestVerification(of: .phone, account, app.call) }
                == .noTextMessages
        )
        let name = ResetSubject.name(SignInName(typed: "ada"))
        #expect(
            await refused { try await app.accounts.requestReset(of: name, by: .textedCode, app.call) }
                == .noTextMessages
        )
        // An administrator can still hand the code over.
        let code = try await app.accounts.verificationCode(of: .phone, account)
        #expect(try await app.accounts.verify(.phone, of: account, code: code, app.call).pending == [])
    }
}

extension KiiApp {
    func confirm(
        _ link: MailedLink,
        _ password: String = "correct horse battery"
    ) async throws(TransactionError) {
        try await server.server.engine.confirm(link, password: password, language: .english, context: call.context)
    }

    /// The link in the newest message to an address.
    func link(to address: String) async throws -> MailedLink {
        let page = try #require(try await server.mailedLink(to: address))
        let text = try #require(page.query()?.split(separator: "=").last)
        return try #require(MailedLink(String(text)))
    }
}
