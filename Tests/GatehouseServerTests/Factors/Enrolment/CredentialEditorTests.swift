import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// Enrolment and removal of credentials on the account pages.
@Suite struct CredentialEditorTests {
    @Test func enrolsAuthenticatorApp() async throws {
        let owner = try await SecondFactorOwner()
        let before = try await owner.stored.credentialsRevision
        let (_, codes) = try await owner.enrolApp()
        #expect(codes.count == 10 && Set(codes).count == 10)
        #expect(try await owner.stored.requiresSecondFactor)
        #expect(try await owner.stored.credentialsRevision > before)
        let credentials = try await owner.credentials.credentials(of: owner.account)
        #expect(credentials.map(\.factor) == [.authenticatorApp, .recoveryCode])
        #expect(credentials.first?.name == "Phone")
        let kinds = try await owner.server.auditKinds()
        #expect(kinds.contains(.factorAdded) && kinds.contains(.recoveryCodesCreated))
        #expect(try await owner.server.subjects(to: SecondFactorOwner.email).count == 1)
    }

    @Test func storesNoSecretInClear() async throws {
        let owner = try await SecondFactorOwner()
        let (app, codes) = try await owner.enrolApp()
        for credential in try await owner.credentials.credentials(of: owner.account) {
            let state = String(decoding: credential.state, as: UTF8.self)
            #expect(!state.contains(Base64URL.encode(app.bytes)) && !state.contains(Base32.encode(app.bytes)))
            #expect(codes.allSatisfy { !state.contains($0) && !state.contains($0.filter { $0 != "-" }) })
        }
    }

    @Test func requiresRecentSignIn() async throws {
        let owner = try await SecondFactorOwner()
        let stale = owner.request([.knowledge, .possession], age: 601)
        let required = AccountError.signInRequired(within: 600)
        #expect(await accountError { try await owner.enrolApp(stale) } == required)
        #expect(await accountError { try await owner.addPasskey(owner.authenticator(), stale) } == required)
        try await owner.addPasskey(owner.authenticator())
        let passkey = try #require(try await owner.credentials.credentials(of: owner.account).first)
        let account = try await owner.stored
        #expect(await accountError { try await owner.credentials.remove(passkey.id, of: account, stale) } == required)
        #expect(
            await accountError { try await owner.credentials.setSecondFactor(true, of: account, stale) } == required
        )
        #expect(
            await accountError { try await owner.credentials.replaceRecoveryCodes(of: account, stale) } == required
        )
    }

    @Test func requiresSecondFactorOnceThereIsOne() async throws {
        let owner = try await SecondFactorOwner()
        _ = try await owner.enrolApp()
        let account = try await owner.stored
        let single = owner.request([.knowledge])
        let required = AccountError.signInRequired(within: 600, acr: .multiFactor)
        let app = try #require(try await owner.credentials.credentials(of: account).first)
        #expect(await accountError { try await owner.credentials.remove(app.id, of: account, single) } == required)
        #expect(await accountError { try await owner.addPasskey(owner.authenticator(), single) } == required)
        #expect(
            await accountError { try await owner.credentials.setSecondFactor(false, of: account, single) } == required
        )
        let operations = owner.server.identity.accounts
        #expect(
            await accountError {
                try await operations.passwords.choosePassword(of: account, to: "purple monkey dishwasher", single)
            } == required
        )
        #expect(await accountError { _ = try await operations.exporter.export(account, single) } == required)
        #expect(await accountError { try await operations.status.delete(account, single) } == required)
        #expect(
            await accountError {
                try await operations.addresses.add("grace@example.com", as: .email, to: account, single)
            } == required
        )
    }

    @Test func finishesEnrolmentOnce() async throws {
        let owner = try await SecondFactorOwner()
        let call = owner.request([.knowledge, .possession])
        let account = try await owner.stored
        let started = try await owner.credentials.start(.authenticatorApp, of: account, call)
        guard case .authenticatorApp(_, let typedKey) = started.presentation else {
            Issue.record("The enrolment shows no secret.")
            return
        }
        let app = try #require(SecondFactorOwner.secret(typedKey))
        let code = JSONValue.string(owner.code(of: app))
        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let added = try? await owner.credentials.finish(
                        started.token,
                        with: code,
                        name: nil,
                        of: account,
                        call
                    )
                    return added != nil
                }
            }
            return await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
        #expect(results == 1)
        #expect(try await owner.credentials.credentials(of: account).count { $0.factor == .authenticatorApp } == 1)
    }

    @Test func rejectsEnrolmentOfAnotherAccountOrTime() async throws {
        let owner = try await SecondFactorOwner()
        let call = owner.request()
        let other = try await owner.server.addAccount("grace@example.com")
        let account = try await owner.stored
        let started = try await owner.credentials.start(.authenticatorApp, of: account, call)
        func finish(_ token: String, of account: Account, _ call: AccountRequest) async -> AccountError? {
            await accountError {
                try await owner.credentials.finish(token, with: "000000", name: nil, of: account, call)
            }
        }
        #expect(await finish(started.token, of: other, call) == .codeExpired)
        #expect(await finish(started.token + "A", of: account, call) == .codeExpired)
        #expect(await finish("", of: account, call) == .codeExpired)
        #expect(await finish(started.token, of: account, call) == .wrongCode)
        owner.server.clock.advance(by: 600)
        #expect(await finish(started.token, of: account, owner.request()) == .codeExpired)
    }

    @Test func turnsSecondFactorOffWithLastCredential() async throws {
        let owner = try await SecondFactorOwner()
        let call = owner.request([.knowledge, .possession])
        _ = try await owner.enrolApp()
        try await owner.addPasskey(owner.authenticator())
        let ids = try await owner.credentials.credentials(of: owner.account).filter(\.isIndependent).map(\.id)
        try await owner.credentials.remove(ids[0], of: try await owner.stored, call)
        #expect(try await owner.stored.requiresSecondFactor)
        try await owner.credentials.remove(ids[1], of: try await owner.stored, call)
        #expect(try await !owner.stored.requiresSecondFactor)
        #expect(try await owner.credentials.credentials(of: owner.account).isEmpty)
    }

    @Test func keepsLastWayToSignIn() async throws {
        let owner = try await SecondFactorOwner()
        let passkey = try await owner.addPasskey(owner.authenticator())
        var account = try await owner.stored
        account.identifiers = [AccountIdentifier(kind: .username, value: "ada", verifiedAt: nil)]
        account.passwordHash = nil
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        let call = owner.request()
        let error = await accountError { try await owner.credentials.remove(passkey.id, of: account, call) }
        #expect(error == .lastSignInMethod)
    }

    /// Commands check the authority too; the operation would lock out a user without a password.
    @Test(arguments: [[], [.knowledge, .possession]] as [[FactorKind]])
    func removesAllForAdministratorsOnly(kinds: [FactorKind]) async throws {
        let owner = try await SecondFactorOwner()
        _ = try await owner.enrolApp()
        let account = try await owner.stored
        let user = owner.request(kinds)
        let callers = [
            user,
            AccountRequest(client: user.client, language: .english, authority: .app, context: user.context),
        ]
        for caller in callers {
            let error = await accountError { _ = try await owner.credentials.removeAll(of: account, caller) }
            #expect(error == .failed)
        }
        #expect(try await owner.stored == account)
        #expect(try await owner.credentials.credentials(of: account).count == 2)
        let administrator = AccountRequest(
            client: user.client,
            language: .english,
            authority: .administrator,
            context: user.context
        )
        let removed = try await owner.credentials.removeAll(of: account, administrator)
        #expect(removed.map(\.factor) == [.authenticatorApp])
        #expect(try await owner.credentials.credentials(of: account).isEmpty)
    }

    @Test func renamesOwnCredentialsOnly() async throws {
        let owner = try await SecondFactorOwner()
        let passkey = try await owner.addPasskey(owner.authenticator())
        let call = owner.request()
        try await owner.credentials.rename(passkey.id, to: "  Security key ", of: owner.account, call)
        #expect(try await owner.credentials.credentials(of: owner.account).first?.name == "Security key")
        let other = try await owner.server.addAccount("grace@example.com")
        #expect(
            await accountError { try await owner.credentials.rename(passkey.id, to: "Mine", of: other, call) }
                == .itemNotFound
        )
        #expect(
            await accountError { try await owner.credentials.remove(passkey.id, of: other, call) } == .itemNotFound
        )
        let long = String(repeating: "x", count: 65)
        #expect(
            await accountError { try await owner.credentials.rename(passkey.id, to: long, of: owner.account, call) }
                == .attributeRejected("name")
        )
    }

    @Test func replacesRecoveryCodes() async throws {
        let owner = try await SecondFactorOwner()
        let (_, first) = try await owner.enrolApp()
        let call = owner.request([.knowledge, .possession])
        let second = try await owner.credentials.replaceRecoveryCodes(of: try await owner.stored, call)
        #expect(second.count == 10 && Set(second).isDisjoint(with: first))
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.chooseFactor(.recoveryCode))
        #expect(await driver.rejection(.factor(.string(first[0]))) == .factorRejected(.recoveryCode))
        try await driver.submit(.factor(.string(second[0])))
        #expect(driver.hasCode)
    }

    @Test func requiresCredentialForSecondFactor() async throws {
        let owner = try await SecondFactorOwner()
        let call = owner.request([.knowledge, .possession])
        let account = try await owner.stored
        #expect(
            await accountError { try await owner.credentials.setSecondFactor(true, of: account, call) }
                == .secondFactorMissing
        )
        try await owner.addPasskey(owner.authenticator())
        let codes = try await owner.credentials.setSecondFactor(true, of: try await owner.stored, call)
        #expect(codes?.count == 10)
        let driver = try await owner.browserAfterPassword()
        #expect(driver.step.additionalFactor?.factor == .passkey)
    }

    @Test func removesCredentialsOfAttackerByLinkInNotice() async throws {
        let owner = try await SecondFactorOwner()
        let own = try await owner.addPasskey(owner.authenticator())
        owner.server.clock.advance(by: 60)
        _ = try await owner.enrolApp()
        let link = try await owner.server.link(mailedTo: SecondFactorOwner.email)
        let call = owner.request([.knowledge, .possession])
        try await owner.server.identity.flows.proofs.apply(link, language: .english, context: call.context)
        #expect(try await owner.credentials.credentials(of: owner.account).map(\.id) == [own.id])
    }

    @Test func removesOnlySecondFactorOfAttackerByLinkInNotice() async throws {
        let owner = try await SecondFactorOwner()
        _ = try await owner.enrolApp()
        let link = try await owner.server.link(mailedTo: SecondFactorOwner.email)
        let call = owner.request([.knowledge, .possession])
        try await owner.server.identity.flows.proofs.apply(link, language: .english, context: call.context)
        #expect(try await owner.credentials.credentials(of: owner.account).isEmpty)
        #expect(try await !owner.stored.requiresSecondFactor)
    }
}
