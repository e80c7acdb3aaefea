import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// Changes of the addresses of an account by its user.
@Suite struct AddressEditingTests {
    private let second = "ada@example.org"

    @Test func addsAddressAfterItsCodeOnly() async throws {
        let owner = try await AccountOwner()
        let pending = try await owner.accounts.addresses.add(second, as: .email, to: owner.account, owner.request)
        #expect(pending.email?.value == AccountOwner.email && pending.pending(.email)?.value == second)
        #expect(try await owner.server.account(second) == nil)
        let code = try await owner.server.code(to: second)
        let verified = try await owner.accounts.addresses.verify(.email, of: pending, code: code, owner.request)
        #expect(verified.identifiers.map(\.value) == [AccountOwner.email, second])
        #expect(verified.pending.isEmpty)
        #expect(try await owner.server.subjects(to: second).contains { $0.hasPrefix("A new address") })
        #expect(try await owner.server.subjects(to: AccountOwner.email).contains { $0.hasPrefix("A new address") })
    }

    @Test func rejectsChangesAfterOldSignIn() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let address = try #require(LoginIdentifier(.email, second))
        let stale = owner.staleRequest
        let required = AccountError.signInRequired(within: 600)
        let addresses = owner.accounts.addresses
        #expect(
            await accountError { try await addresses.add("x@example.org", as: .email, to: account, stale) } == required
        )
        #expect(await accountError { try await addresses.makePrimary(address, of: account, stale) } == required)
        #expect(await accountError { try await addresses.remove(address, from: account, stale) } == required)
        #expect(try await owner.stored == account)
    }

    @Test func makesVerifiedAddressPrimary() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let address = try #require(LoginIdentifier(.email, second))
        let changed = try await owner.accounts.addresses.makePrimary(address, of: account, owner.request)
        #expect(changed.identifiers.map(\.value) == [second, AccountOwner.email])
        for email in [AccountOwner.email, second] {
            #expect(try await owner.server.subjects(to: email).contains { $0.contains("primary address was changed") })
        }
        #expect(try await owner.server.auditKinds().count { $0 == .addressMadePrimary } == 1)
    }

    @Test func refusesRemovalOfLastVerifiedAddress() async throws {
        let owner = try await AccountOwner()
        let address = try #require(LoginIdentifier(.email, AccountOwner.email))
        let error = await accountError {
            try await owner.accounts.addresses.remove(address, from: owner.account, owner.request)
        }
        #expect(error == .lastAddress)
        #expect(try await owner.stored == owner.account)
    }

    @Test func refusesRemovalOfLastWayToSignIn() async throws {
        let owner = try await AccountOwner(password: nil)
        var account = owner.account
        account.identifiers.append(
            AccountIdentifier(kind: .phone, value: "+4930123456", verifiedAt: owner.server.clock.now)
        )
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        let address = try #require(LoginIdentifier(.email, AccountOwner.email))
        let error = await accountError {
            try await owner.accounts.addresses.remove(address, from: account, owner.request)
        }
        #expect(error == .lastSignInMethod)
    }

    @Test func refusesRemovalOfAddressThatAnotherAccountClaims() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let other = try await owner.server.addAccount("grace@example.com")
        _ = try await owner.accounts.addresses.add(second, as: .email, to: other, owner.request)
        let address = try #require(LoginIdentifier(.email, second))
        let error = await accountError {
            try await owner.accounts.addresses.remove(address, from: account, owner.request)
        }
        #expect(error == .addressClaimed)
        owner.server.clock.advance(by: 3_601)
        let removed = try await owner.accounts.addresses.remove(address, from: account, owner.request)
        #expect(removed.identifiers.map(\.value) == [AccountOwner.email])
    }

    @Test func respondsAlikeToFreeAndTakenAddress() async throws {
        let owner = try await AccountOwner()
        try await owner.server.addAccount("grace@example.com")
        let taken = try await owner.accounts.addresses.add(
            "grace@example.com",
            as: .email,
            to: owner.account,
            owner.request
        )
        #expect(taken.pending.map(\.value) == ["grace@example.com"])
        #expect(try await owner.server.mailedCode(to: "grace@example.com") == nil)
        let error = await accountError {
            try await owner.accounts.addresses.verify(.email, of: taken, code: "12345678", owner.request)
        }
        #expect(error == .wrongCode)
    }

    @Test func restoresAddressesAndEndsSessionsByLinkOfNotice() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let address = try #require(LoginIdentifier(.email, AccountOwner.email))
        try await owner.addSession("session")
        let removed = try await owner.accounts.addresses.remove(address, from: account, owner.request)
        #expect(removed.identifiers.map(\.value) == [second])
        let link = try await owner.link(in: AccountOwner.email)
        #expect(try await owner.server.identity.flows.proofs.preview(link).use == .undo)
        owner.server.clock.advance(by: 7 * 86_400 - 1)
        try await owner.apply(link)
        #expect(try await owner.stored.identifiers.map(\.value) == [AccountOwner.email, second])
        #expect(try await owner.accounts.sessions.sessions(of: account, owner.request).isEmpty)
        #expect(try await owner.server.store.browserSessions(of: account.id).isEmpty)
        await #expect(throws: FlowError.gone) { try await owner.apply(link) }
        #expect(try await owner.server.auditKinds().count { $0 == .addressChangeUndone } == 1)
    }

    @Test func rejectsLinkOfNoticeAfterSevenDays() async throws {
        let owner = try await AccountOwner()
        _ = try await owner.addVerified(second)
        let link = try await owner.link(in: AccountOwner.email)
        owner.server.clock.advance(by: 7 * 86_400)
        await #expect(throws: FlowError.gone) { try await owner.apply(link) }
        #expect(try await owner.stored.identifiers.count == 2)
    }

    @Test func restoresNoAddressOfAnotherAccount() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let address = try #require(LoginIdentifier(.email, AccountOwner.email))
        _ = try await owner.accounts.addresses.remove(address, from: account, owner.request)
        let link = try await owner.link(in: AccountOwner.email)
        let other = try await owner.server.addAccount(AccountOwner.email)
        try await owner.apply(link)
        #expect(try await owner.stored.identifiers.map(\.value) == [second])
        #expect(try await owner.server.account(AccountOwner.email)?.id == other.id)
    }

    @Test func leavesOneOutcomeOfConcurrentRemovals() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let addresses = [AccountOwner.email, second].compactMap { LoginIdentifier(.email, $0) }
        // Every second request removes the other address: one of the two must remain.
        let errors = await owner.race { number in
            _ = try await owner.accounts.addresses.remove(addresses[number % 2], from: account, owner.request)
        }
        #expect(errors.count { $0 == nil } == 1)
        #expect(try await owner.stored.identifiers.count == 1)
        #expect(try await owner.server.auditKinds().count { $0 == .addressRemoved } == 1)
    }
}
