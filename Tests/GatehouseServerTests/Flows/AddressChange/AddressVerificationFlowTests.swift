import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AddressVerificationFlowTests {
    private let email = "ada@example.com"

    @Test func turnsVerifiedAddressIntoIdentifier() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register(email: email, phone: "+819012345678")
        #expect(try await app.verifyAddress(.email, of: account).identifiers.map(\.value) == [email])
        let verified = try await app.verifyAddress(.phone, of: account)
        #expect(verified.identifiers.map(\.value) == [email, "+819012345678"])
        #expect(verified.pending == [])
        #expect(try await app.stored(account) == verified)
        #expect(try await app.signIn(email).user == account.id)
        #expect(try await app.signIn("+81 90 1234 5678").user == account.id)
        #expect(try await app.server.auditKinds().filter { $0 == .addressVerified }.count == 2)
        let again = await accountError {
            try await app.accounts.addresses.verify(.email, of: verified, code: "12345678", app.request)
        }
        #expect(again == .nothingPending)
    }

    @Test func replacesAddressOnceNewOneIsVerified() async throws {
        let app = try await KiiApp.standalone()
        var account = try await app.verifyAddress(.email, of: try await app.register("ada", email: email))
        account = try await app.accounts.addresses.setAddress(.email, to: "New@Example.com", of: account, app.request)
        #expect(account.email?.value == email)
        #expect(account.pending.map(\.value) == ["new@example.com"])
        #expect(try await app.signIn(email).user == account.id)
        account = try await app.verifyAddress(.email, of: account)
        #expect(account.email?.value == "new@example.com")
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn(email) }?.code == .invalidGrant)
        #expect(try await app.signIn("new@example.com").user == account.id)
    }

    @Test(arguments: [false, true]) func notifiesReplacedAddress(isVerified: Bool) async throws {
        let app = try await KiiApp.standalone()
        let phone = "+819012345678"
        var account = try await app.register("ada", email: email, phone: phone)
        account = try await app.verifyAddress(.phone, of: try await app.verifyAddress(.email, of: account))
        func notices() async throws -> Int {
            try await app.server.subjects(to: email)
                .filter { $0 == "Your Example App contact details were changed" }.count
        }
        func change(_ kind: AccountIdentifier.Kind, to address: String) async throws {
            app.server.clock.advance(by: 60)
            account = try await app.accounts.addresses.setAddress(
                kind,
                to: address,
                of: account,
                isVerified: isVerified,
                app.request
            )
            if !isVerified {
                account = try await app.verifyAddress(kind, of: account)
            }
        }
        #expect(try await notices() == 0)
        try await change(.phone, to: "+819087654321")
        #expect(try await notices() == 1)
        try await change(.email, to: "new@example.com")
        #expect(try await notices() == 2)
        #expect(account.email?.value == "new@example.com")
    }

    @Test func cancelsPendingAddressWhenSettingCurrentOne() async throws {
        let app = try await KiiApp.standalone()
        var account = try await app.verifyAddress(.email, of: try await app.register("ada", email: email))
        account = try await app.accounts.addresses.setAddress(.email, to: "new@example.com", of: account, app.request)
        let code = try await app.accounts.addresses.verificationCode(of: .email, account)
        account = try await app.accounts.addresses.setAddress(.email, to: "ADA@example.com", of: account, app.request)
        #expect(account.pending == [])
        #expect(account.email?.value == email)
        let late = await accountError {
            try await app.accounts.addresses.verify(.email, of: account, code: code, app.request)
        }
        #expect(late == .nothingPending)
    }

    @Test func sendsNewCodeForDifferentAddress() async throws {
        let app = try await KiiApp.standalone()
        var account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        account = try await app.accounts.addresses.setAddress(.email, to: "new@example.com", of: account, app.request)
        #expect(
            await accountError { try await app.accounts.addresses.verify(.email, of: account, code: code, app.request) }
                == .wrongCode
        )
        #expect(try await app.verifyAddress(.email, of: account).email?.value == "new@example.com")
    }

    @Test func resendsSameCodeWhileValid() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        // No second message: the first was only just sent.
        try await app.accounts.addresses.requestVerification(of: .email, account, app.request)
        #expect(try await app.server.mailCount == 1)
        app.server.clock.advance(by: 40 * 60)
        try await app.accounts.addresses.requestVerification(of: .email, account, app.request)
        #expect(try await app.server.mailCount == 2)
        #expect(try await app.server.code(to: email) == code)
        #expect(try await app.accounts.addresses.verificationCode(of: .email, account) == code)
        app.server.clock.advance(by: 30 * 60)
        #expect(
            await accountError { try await app.accounts.addresses.verify(.email, of: account, code: code, app.request) }
                == .codeExpired
        )
        #expect(
            await accountError { try await app.accounts.addresses.verificationCode(of: .email, account) }
                == .codeExpired
        )
        try await app.accounts.addresses.requestVerification(of: .email, account, app.request)
        #expect(try await app.server.code(to: email) != code)
        try await app.verifyAddress(.email, of: account)
    }

    @Test func renewsCodeForAdministrator() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada", email: email)
        let old = try await app.server.code(to: email)
        let new = try await app.accounts.addresses.renewVerificationCode(of: .email, account, app.request)
        #expect(new != old)
        #expect(try await app.server.mailCount == 1)
        #expect(
            await accountError { try await app.accounts.addresses.verify(.email, of: account, code: old, app.request) }
                == .wrongCode
        )
        #expect(try await app.accounts.addresses.verify(.email, of: account, code: new, app.request).pending == [])
    }

    @Test func invalidatesCodeAfterFiveWrongAttempts() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        let wrong = code == "00000000" ? "00000001" : "00000000"
        for _ in 0..<5 {
            #expect(
                await accountError {
                    try await app.accounts.addresses.verify(.email, of: account, code: wrong, app.request)
                }
                    == .wrongCode
            )
        }
        #expect(
            await accountError { try await app.accounts.addresses.verify(.email, of: account, code: code, app.request) }
                == .codeExpired
        )
        #expect(
            await accountError { try await app.accounts.addresses.verificationCode(of: .email, account) }
                == .codeExpired
        )
        #expect(try await app.server.auditKinds().filter { $0 == .codeRejected }.count == 5)
        #expect(try await app.stored(account)?.email == nil)
        // The link stays valid: it cannot be guessed.
        let link = try await app.link(to: email)
        try await app.confirm(link)
        #expect(try await app.stored(account)?.email?.value == email)
    }

    @Test func verifiesOnceUnderConcurrency() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada", email: email)
        let code = try await app.server.code(to: email)
        let winners = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    (try? await app.accounts.addresses.verify(.email, of: account, code: code, app.request)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try await app.server.auditKinds().filter { $0 == .addressVerified }.count == 1)
        #expect(try await app.stored(account)?.revision == 2)
    }

    @Test func previewsLinkWithoutChangeAndConfirmsOnce() async throws {
        let app = try await KiiApp.standalone()
        let proofs = app.server.identity.flows.proofs
        let account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        for _ in 0..<2 {
            let page = try await proofs.preview(link)
            #expect(page.use == .verify)
            #expect(page.address.value == email)
            #expect(page.account == account)
            #expect(page.client.id == "app")
        }
        #expect(try await app.stored(account) == account)
        try await app.confirm(link)
        #expect(try await app.stored(account)?.email?.value == email)
        await #expect(throws: FlowError.gone) { try await proofs.preview(link) }
        await #expect(throws: FlowError.gone) {
            try await app.confirm(link)
        }
    }

    @Test func requiresAccountPasswordToConfirmLink() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        await #expect(throws: FlowError.passwordMissing) { try await app.confirm(link, "") }
        // The attempts count for the account, on every channel.
        for _ in 0..<10 {
            await #expect(throws: FlowError.wrongCredentials) { try await app.confirm(link, "wrong") }
        }
        let limited = await #expect(throws: FlowError.self) { try await app.confirm(link) }
        guard case .limited = limited else { throw try #require(limited) }
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada") }?.code == .temporarilyUnavailable)
        #expect(try await app.stored(account) == account)

        app.server.clock.advance(by: 15 * 60)
        for _ in 0..<9 {
            await #expect(throws: FlowError.wrongCredentials) { try await app.confirm(link, "wrong") }
        }
        try await app.confirm(link)
        #expect(try await app.stored(account)?.email?.value == email)
        // A correct password resets the count.
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada", "wrong") }?.code == .invalidGrant)
        #expect(try await app.signIn("ada").user == account.id)
    }

    @Test func sendsNoLinkForAccountWithoutPassword() async throws {
        let app = try await KiiApp.standalone()
        let new = "new@example.com"
        var account = try await app.verifyAddress(.email, of: try await app.register("ada", email: email))
        account.passwordHash = nil
        account.revision += 1
        try await app.server.store.commit([.account(.update(account))])
        app.server.clock.advance(by: 60)
        account = try await app.accounts.addresses.setAddress(.email, to: new, of: account, app.request)
        #expect(try await app.server.mailedLink(to: new) == nil)
        #expect(try await app.verifyAddress(.email, of: account).email?.value == new)
    }

    @Test func rejectsLinkAfterPasswordIsRemoved() async throws {
        let app = try await KiiApp.standalone()
        var account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        account.passwordHash = nil
        account.revision += 1
        try await app.server.store.commit([.account(.update(account))])
        await #expect(throws: FlowError.gone) { try await app.server.identity.flows.proofs.preview(link) }
        await #expect(throws: FlowError.gone) { try await app.confirm(link) }
        #expect(try await app.stored(account)?.email == nil)
    }

    @Test func rejectsAlteredOrReplacedLink() async throws {
        let app = try await KiiApp.standalone()
        let proofs = app.server.identity.flows.proofs
        let account = try await app.register("ada", email: email)
        let link = try await app.link(to: email)
        let code = try await app.server.code(to: email)
        for code in [code, String(link.code.dropLast()), "x" + link.code.dropFirst(), ""] {
            let altered = MessageLink(flow: link.flow, code: code)
            await #expect(throws: FlowError.gone) { try await proofs.preview(altered) }
        }
        _ = try await app.accounts.addresses.renewVerificationCode(of: .email, account, app.request)
        await #expect(throws: FlowError.gone) { try await proofs.preview(link) }
        #expect(try await app.stored(account)?.email == nil)
    }

    @Test func rejectsPhoneVerificationWithoutSMS() async throws {
        let app = try await KiiApp.standalone(sendsSMS: false)
        let account = try await app.register("ada", phone: "+819012345678")
        #expect(account.pending.map(\.value) == ["+819012345678"])
        #expect(
            await accountError {
                try await app.accounts.addresses.requestVerification(of: .phone, account, app.request)
            }
                == .noTextMessages
        )
        let name = RecoverySubject.name(LoginIdentifier(typed: "ada"))
        #expect(
            await accountError { try await app.accounts.recovery.request(of: name, by: .smsCode, app.request) }
                == .noTextMessages
        )
        // An administrator can still read the code and verify with it.
        let code = try await app.accounts.addresses.verificationCode(of: .phone, account)
        #expect(try await app.accounts.addresses.verify(.phone, of: account, code: code, app.request).pending == [])
    }
}

extension KiiApp {
    func confirm(
        _ link: MessageLink,
        _ password: String = "correct horse battery"
    ) async throws(FlowError) {
        try await server.identity.flows.proofs.confirm(
            link,
            password: password,
            language: .english,
            context: request.context
        )
    }

    /// Returns the link in the newest message to an address.
    func link(to address: String) async throws -> MessageLink {
        let page = try #require(try await server.mailedLink(to: address))
        let text = try #require(page.query()?.split(separator: "=").last)
        return try #require(MessageLink(String(text)))
    }
}
