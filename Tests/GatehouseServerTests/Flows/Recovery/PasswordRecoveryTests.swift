import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct PasswordRecoveryTests {
    private let email = "ada@example.com"
    private let phone = "+819012345678"
    private let new = "purple monkey dishwasher"

    /// Registers an account with a username and two verified addresses.
    private func register(_ app: KiiApp) async throws -> Account {
        var account = try await app.register("ada", email: email, phone: phone)
        account = try await app.verifyAddress(.email, of: account)
        account = try await app.verifyAddress(.phone, of: account)
        app.server.clock.advance(by: 60)
        return account
    }

    private func named(_ text: String) -> RecoverySubject { .name(LoginIdentifier(typed: text)) }

    private func complete(_ app: KiiApp, _ subject: RecoverySubject, code: String, newPassword new: String) async throws
    {
        try await app.accounts.recovery.complete(of: subject, code: code, newPassword: new, app.request)
    }

    @Test func resetsPasswordWithEmailedCodeByEveryIdentifier() async throws {
        for name in ["ada", "ada@example.com", "+819012345678"] {
            // An email is sent for a phone number only if the client may disclose accounts.
            let app = try await KiiApp.standalone { $0.passwordApp?.disclosesAccounts = name.hasPrefix("+") }
            let account = try await register(app)
            let token = try await app.signIn("ada").response.accessToken
            try await app.accounts.recovery.request(of: named(name), by: .email, app.request)
            let code = try await app.server.code(to: email)
            #expect(
                await accountError { try await complete(app, named("ada"), code: code, newPassword: "short") }
                    == .passwordRejected(.tooShort(minimum: 8))
            )
            try await complete(app, .account(account.id), code: code, newPassword: new)
            #expect(try await app.check(token) == nil)
            #expect(try await app.signIn("ada", new).user == account.id)
            #expect(
                await accountError { try await complete(app, named(name), code: code, newPassword: new) } == .wrongCode
            )
            #expect(try await app.server.auditKinds().filter { $0 == .passwordChanged }.count == 1)
        }
    }

    @Test func resetsPasswordWithCodeOrLinkBySMS() async throws {
        let app = try await KiiApp.standalone()
        let account = try await register(app)
        try await app.accounts.recovery.request(of: named(phone), by: .smsCode, app.request)
        try await complete(app, named(phone), code: try await app.server.code(to: phone), newPassword: new)
        #expect(try await app.signIn("ada", new).user == account.id)

        app.server.clock.advance(by: 60)
        try await app.accounts.recovery.request(of: named("ada"), by: .smsLink, app.request)
        let link = try await app.link(to: phone)
        let proofs = app.server.identity.flows.proofs
        #expect(try await proofs.preview(link).use == .reset)
        await #expect(throws: FlowError.passwordRejected(.tooShort(minimum: 8))) {
            try await proofs.reset(link, newPassword: "short", language: .english, context: app.request.context)
        }
        await #expect(throws: FlowError.passwordMissing) {
            try await app.confirm(link, "")
        }
        try await proofs.reset(
            link,
            newPassword: "yellow submarine dock",
            language: .english,
            context: app.request.context
        )
        #expect(try await app.signIn("ada", "yellow submarine dock").user == account.id)
        await #expect(throws: FlowError.gone) { try await proofs.preview(link) }
    }

    @Test func sendsMessageWithoutCodeToUnknownAddress() async throws {
        let app = try await KiiApp.standalone()
        try await app.accounts.recovery.request(of: named(email), by: .email, app.request)
        #expect(try await app.server.subjects(to: email).count == 1)
        #expect(try await app.server.mailedCode(to: email) == nil)
        #expect(
            await accountError { try await complete(app, named(email), code: "12345678", newPassword: new) }
                == .wrongCode
        )
        try await app.accounts.recovery.request(of: named(phone), by: .smsCode, app.request)
        #expect(try await app.server.mailCount == 1)
        #expect(
            await accountError { try await complete(app, named(phone), code: "12345678", newPassword: new) }
                == .wrongCode
        )
        #expect(
            await accountError { try await app.accounts.recovery.request(of: named("nobody"), by: .email, app.request) }
                == .notFound
        )
    }

    @Test func performsSameStoreOperationsForKnownAndUnknownAddresses() async throws {
        func operations(_ name: String) async throws -> [String] {
            let store = SpyStore()
            let app = try await KiiApp.standalone(store: store)
            _ = try await register(app)
            let before = store.operations.count
            try await app.accounts.recovery.request(of: named(name), by: .email, app.request)
            _ = await accountError { try await complete(app, named(name), code: "0000000x", newPassword: new) }
            return Array(store.operations.dropFirst(before))
        }
        let known = try await operations(email)
        #expect(try await operations("nobody@example.com") == known)
        #expect(known.count > 4)
    }

    @Test func countsUnrequestedCodeLikeWrongOne() async throws {
        func commits(_ name: String, isRequested: Bool) async throws -> [String] {
            let store = SpyStore()
            let app = try await KiiApp.standalone(store: store)
            _ = try await register(app)
            if isRequested { try await app.accounts.recovery.request(of: named(name), by: .email, app.request) }
            let before = store.operations.count
            #expect(
                await accountError { try await complete(app, named(name), code: "0000000x", newPassword: new) }
                    == .wrongCode
            )
            return store.operations.dropFirst(before)
                .filter { $0.contains("audit") || $0.hasPrefix("counter(") }
                .map { $0.replacing("flow.advance+", with: "") }
        }
        let requested = try await commits(email, isRequested: true)
        #expect(requested.count == 3)
        for name in [email, "nobody@example.com"] {
            #expect(try await commits(name, isRequested: false) == requested)
        }
    }

    @Test func answersWrongCodeAfterAnUnusedResetExpired() async throws {
        func commits(isRequested: Bool) async throws -> [String] {
            let store = SpyStore()
            let app = try await KiiApp.standalone(store: store)
            _ = try await register(app)
            if isRequested { try await app.accounts.recovery.request(of: named(email), by: .email, app.request) }
            app.server.clock.advance(by: 10 * 60)
            let before = store.operations.count
            #expect(
                await accountError { try await complete(app, named(email), code: "0000000x", newPassword: new) }
                    == .wrongCode
            )
            return store.operations.dropFirst(before).filter { $0.contains("audit") || $0.hasPrefix("counter(") }
        }
        let expired = try await commits(isRequested: true)
        #expect(expired.count == 3)
        #expect(try await commits(isRequested: false) == expired)
    }

    @Test func countsWrongCodesAfterAnUnusedResetExpired() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 900)
        let app = try await KiiApp.standalone(limits: limits)
        _ = try await register(app)
        try await app.accounts.recovery.request(of: named(email), by: .email, app.request)
        let code = try await app.server.code(to: email)
        app.server.clock.advance(by: 10 * 60)
        for _ in 0..<3 {
            #expect(
                await accountError { try await complete(app, named(email), code: "0000000x", newPassword: new) }
                    == .wrongCode
            )
        }
        for code in ["0000000x", code] {
            #expect(
                await accountError { try await complete(app, named(email), code: code, newPassword: new) }
                    == .limited(retryAfter: 900)
            )
        }
    }

    @Test func sendsNoSecondCodeByAnotherChannelWithin30Seconds() async throws {
        let app = try await KiiApp.standalone()
        _ = try await register(app)
        try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request)
        let first = try await app.server.code(to: email)
        let count = try await app.server.mailCount
        app.server.clock.advance(by: 29)
        try await app.accounts.recovery.request(of: named("ada"), by: .smsCode, app.request)
        #expect(try await app.server.mailCount == count)
        app.server.clock.advance(by: 1)
        try await app.accounts.recovery.request(of: named("ada"), by: .smsCode, app.request)
        #expect(try await app.server.mailCount == count + 1)
        #expect(
            await accountError { try await complete(app, named("ada"), code: first, newPassword: new) } == .wrongCode
        )
        try await complete(app, named("ada"), code: try await app.server.code(to: phone), newPassword: new)
    }

    @Test func limitsUnrequestedCodes() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 900)
        let app = try await KiiApp.standalone(limits: limits)
        for _ in 0..<3 {
            #expect(
                await accountError { try await complete(app, named(email), code: "12345678", newPassword: new) }
                    == .wrongCode
            )
        }
        #expect(
            await accountError { try await complete(app, named(email), code: "12345678", newPassword: new) }
                == .limited(retryAfter: 900)
        )
    }

    @Test func countsUnsentMessagesForUnknownAddress() async throws {
        let app = try await KiiApp.standalone()
        for _ in 0..<10 {
            try await app.accounts.recovery.request(of: named(phone), by: .smsCode, app.request)
            app.server.clock.advance(by: 60)
        }
        let delay = TimeInterval(24 * 60 * 60 - 10 * 60)
        #expect(
            await accountError { try await app.accounts.recovery.request(of: named(phone), by: .smsCode, app.request) }
                == .limited(retryAfter: delay)
        )
        #expect(try await app.server.mailCount == 0)
        #expect(try await app.server.auditKinds() == [])
    }

    @Test func disclosesAccountStateToAllowedClient() async throws {
        let app = try await KiiApp.standalone { $0.passwordApp?.disclosesAccounts = true }
        let account = try await register(app)
        #expect(
            await accountError {
                try await app.accounts.recovery.request(of: named("bob@example.com"), by: .email, app.request)
            }
                == .notFound
        )
        try await app.server.addAccount("code@example.com")
        #expect(
            await accountError {
                try await app.accounts.recovery.request(of: named("code@example.com"), by: .email, app.request)
            }
                == .noPassword
        )
        try await app.accounts.status.setDisabled(true, of: account, app.request)
        #expect(
            await accountError { try await app.accounts.recovery.request(of: named(email), by: .email, app.request) }
                == .disabled
        )
    }

    @Test func sendsOnlyToGivenAddressAndChannel() async throws {
        let app = try await KiiApp.standalone()
        _ = try await register(app)
        for name in [email, "nobody@example.com"] {
            #expect(
                await accountError {
                    try await app.accounts.recovery.request(of: named(name), by: .smsCode, app.request)
                }
                    == .noAddress
            )
        }
        for name in [phone, "+819099999999"] {
            #expect(
                await accountError { try await app.accounts.recovery.request(of: named(name), by: .email, app.request) }
                    == .noAddress
            )
        }
    }

    @Test func hidesWhetherUsernameHasAddress() async throws {
        func results(_ name: String) async throws -> [AccountError?] {
            let app = try await KiiApp.standalone()
            _ = try await register(app)
            try await app.register("bob", email: "bob@example.com")
            // The messages of the address verification no longer count.
            app.server.clock.advance(by: 24 * 60 * 60)
            var results: [AccountError?] = []
            func record(_ body: () async throws(AccountError) -> Void) async {
                do throws(AccountError) {
                    try await body()
                    results.append(nil)
                } catch {
                    results.append(error)
                }
            }
            for _ in 0..<12 {
                app.server.clock.advance(by: 60)
                await record { () throws(AccountError) in
                    try await app.accounts.recovery.request(of: named(name), by: .email, app.request)
                }
                await record { () throws(AccountError) in
                    try await app.accounts.recovery.complete(
                        of: named(name),
                        code: "0000000x",
                        newPassword: new,
                        app.request
                    )
                }
            }
            return results
        }
        let reachable = try await results("ada")
        #expect(try await results("bob") == reachable)
        #expect(reachable.contains(nil))
        #expect(reachable.contains(.wrongCode))
    }

    @Test func rejectsResetWithoutVerifiedAddress() async throws {
        let app = try await KiiApp.standalone { $0.passwordApp?.disclosesAccounts = true }
        try await app.register("ada", email: email)
        #expect(
            await accountError { try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request) }
                == .noAddress
        )
    }

    @Test func replacesCodeAndInvalidatesItAfterTimeoutOrFiveAttempts() async throws {
        let app = try await KiiApp.standalone()
        _ = try await register(app)
        try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request)
        let first = try await app.server.code(to: email)
        let before = try await app.server.mailCount
        try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request)
        #expect(try await app.server.mailCount == before)
        app.server.clock.advance(by: 60)
        try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request)
        let second = try await app.server.code(to: email)
        #expect(second != first)
        for _ in 0..<5 {
            #expect(
                await accountError { try await complete(app, named("ada"), code: first, newPassword: new) }
                    == .wrongCode
            )
        }
        #expect(
            await accountError { try await complete(app, named("ada"), code: second, newPassword: new) } == .wrongCode
        )
        app.server.clock.advance(by: 60)
        try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request)
        let third = try await app.server.code(to: email)
        app.server.clock.advance(by: 10 * 60)
        #expect(
            await accountError { try await complete(app, named("ada"), code: third, newPassword: new) } == .codeExpired
        )
    }

    @Test func redeemsCodeOnceUnderConcurrency() async throws {
        let app = try await KiiApp.standalone()
        let account = try await register(app)
        try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request)
        let code = try await app.server.code(to: email)
        let winners = await withTaskGroup(of: String?.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let new = "purple monkey dishwasher \(number)"
                    do {
                        try await complete(app, named("ada"), code: code, newPassword: new)
                        return new
                    } catch {
                        return nil
                    }
                }
            }
            return await group.reduce(into: [String]()) { all, one in all += one.map { [$0] } ?? [] }
        }
        #expect(winners.count == 1)
        #expect(try await app.signIn("ada", try #require(winners.first)).user == account.id)
        #expect(try await app.server.auditKinds().filter { $0 == .passwordChanged }.count == 1)
    }

    @Test func rejectsCodeOfAnotherClient() async throws {
        let app = try await KiiApp.standalone()
        let other = try await KiiApp(on: app.server, id: "other")
        _ = try await register(app)
        try await app.accounts.recovery.request(of: named("ada"), by: .email, app.request)
        let code = try await app.server.code(to: email)
        #expect(
            await accountError { try await complete(other, named("ada"), code: code, newPassword: new) } == .wrongCode
        )
        try await complete(app, named("ada"), code: code, newPassword: new)
    }
}
