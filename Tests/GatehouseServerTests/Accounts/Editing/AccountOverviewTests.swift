import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountOverviewTests {
    @Test func listsSignInMethodsWithLastUse() async throws {
        let owner = try await AccountOwner()
        owner.server.clock.advance(by: 60)
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.signInByPassword(email: AccountOwner.email))
        try await driver.submit(.password("correct horse battery"))
        let methods = try await owner.accounts.overview.signInMethods(of: owner.account)
        #expect(methods.map(\.isPassword) == [true, false])
        #expect(methods.map(\.lastUsedAt) == [owner.server.clock.now, nil])
        #expect(methods.map(\.canBeRemoved) == [true, false])
        #expect(methods.last?.address?.value == AccountOwner.email)
    }

    @Test func pagesThroughActivity() async throws {
        let owner = try await AccountOwner()
        for name in ["A", "B", "C"] {
            _ = try await owner.accounts.profile.update(
                try await owner.stored,
                with: ["given_name": .string(name)],
                owner.request
            )
        }
        let overview = owner.accounts.overview
        let (first, next) = try await overview.activity(of: owner.account, before: nil, limit: 2)
        #expect(first.map(\.event.kind) == [.accountUpdated, .accountUpdated])
        let (rest, end) = try await overview.activity(of: owner.account, before: next, limit: 2)
        #expect(rest.count == 1 && end == nil)
        let other = try await owner.server.addAccount("grace@example.com")
        #expect(try await overview.activity(of: other, before: nil, limit: 2).entries.isEmpty)
    }
}

@Suite struct AccountProfileEditorTests {
    @Test func updatesEditableAttributesOnly() async throws {
        let owner = try await AccountOwner()
        let profile = owner.accounts.profile
        let changed = try await profile.update(owner.account, with: ["given_name": "Augusta"], owner.request)
        #expect(changed.attributes["given_name"] == "Augusta")
        let error = await accountError {
            try await profile.update(changed, with: ["department": "Sales"], owner.request)
        }
        #expect(error == .attributeRejected("department"))
        #expect(
            try await owner.server.subjects(to: AccountOwner.email).contains { $0.contains("details were changed") }
        )
    }

    @Test func rejectsUpdateOfOtherRevision() async throws {
        let owner = try await AccountOwner()
        let profile = owner.accounts.profile
        let errors = await owner.race { number in
            _ = try await profile.update(
                owner.account,
                with: ["given_name": .string("\(number)")],
                ifRevision: owner.account.revision,
                owner.request
            )
        }
        #expect(errors.count { $0 == nil } == 1)
        #expect(errors.count { $0 == .changedMeanwhile } == 49)
    }

    @Test func limitsNoticesOfHarmlessChanges() async throws {
        let owner = try await AccountOwner()
        for number in 1...12 {
            let name = JSONValue.string("\(number)")
            _ = try await owner.accounts.profile.update(try await owner.stored, with: ["name": name], owner.request)
        }
        #expect(try await owner.stored.attributes["name"] == "12")
        #expect(try await owner.server.subjects(to: AccountOwner.email).count == 10)
    }
}

@Suite struct AttributePolicyTests {
    @Test func offersStoredAndConfiguredAttributes() {
        let policy = AttributePolicy(["department": .editable, "notes": .hidden, "given_name": .shown])
        var account = Account(
            id: "user",
            identifiers: [],
            passwordHash: nil,
            attributes: ["nickname": "A", "notes": "x", "level": 3, "given_name": "Ada"],
            createdAt: .distantPast,
            updatedAt: .distantPast
        )
        #expect(policy.form(for: account).map(\.name) == ["family_name", "nickname", "locale", "department"])
        #expect(policy.shown(of: account).map(\.name) == ["given_name", "level"])
        account.attributes = [:]
        #expect(AttributePolicy().form(for: account).map(\.name) == ["given_name", "family_name", "locale"])
    }
}

@Suite struct PasswordEditingTests {
    @Test func keepsSessionThatChoosesPassword() async throws {
        let owner = try await AccountOwner()
        try await owner.addSession("session")
        try await owner.accounts.passwords.choosePassword(
            of: owner.account,
            to: "seven unrelated words here",
            owner.request
        )
        #expect(try await owner.server.store.browserSession("browser")?.endedAt == nil)
        #expect(try await owner.server.store.session("session")?.endReason == .credentialsChanged)
    }

    @Test func removesPasswordWhileCodesRemain() async throws {
        let owner = try await AccountOwner()
        try await owner.accounts.passwords.removePassword(of: owner.account, owner.request)
        #expect(try await owner.stored.passwordHash == nil)
        let again = await accountError {
            try await owner.accounts.passwords.removePassword(of: try await owner.stored, owner.request)
        }
        #expect(again == .noPassword)
        #expect(try await owner.server.auditKinds().count { $0 == .passwordRemoved } == 1)
    }

    @Test func refusesToRemoveLastWayToSignIn() async throws {
        let owner = try await AccountOwner()
        var account = owner.account
        account.identifiers = [AccountIdentifier(kind: .username, value: "ada", verifiedAt: nil)]
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        let error = await accountError {
            try await owner.accounts.passwords.removePassword(of: account, owner.request)
        }
        #expect(error == .lastSignInMethod)
    }

    @Test func requiresRecentSignIn() async throws {
        let owner = try await AccountOwner()
        let passwords = owner.accounts.passwords
        let stale = owner.staleRequest
        let required = AccountError.signInRequired(within: 600)
        #expect(
            await accountError {
                try await passwords.choosePassword(of: owner.account, to: "seven unrelated words", stale)
            } == required
        )
        #expect(await accountError { try await passwords.removePassword(of: owner.account, stale) } == required)
    }

    @Test func securesAccountByLinkOfNotice() async throws {
        let owner = try await AccountOwner()
        try await owner.addSession("session")
        try await owner.accounts.passwords.choosePassword(
            of: owner.account,
            to: "seven unrelated words here",
            owner.request
        )
        try await owner.apply(try await owner.link(in: AccountOwner.email))
        #expect(try await owner.server.store.browserSessions(of: owner.account.id).isEmpty)
        #expect(try await owner.server.mailedCode(to: AccountOwner.email) != nil)
        #expect(try await owner.server.auditKinds().contains(.accountSecured))
    }
}
