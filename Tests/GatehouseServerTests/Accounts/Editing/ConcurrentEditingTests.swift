import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// Fifty concurrent calls of each operation on one account leave one outcome.
@Suite struct ConcurrentEditingTests {
    private let second = "ada@example.org"

    private func count(_ kind: AuditKind, _ owner: AccountOwner) async throws -> Int {
        try await owner.server.auditKinds().count { $0 == kind }
    }

    @Test func addsAddressOnceWithOneCode() async throws {
        let owner = try await AccountOwner()
        let errors = await owner.race { _ in
            _ = try await owner.accounts.addresses.add(second, as: .email, to: owner.account, owner.request)
        }
        #expect(errors == Array(repeating: nil, count: 50))
        #expect(try await owner.stored.pending.map(\.value) == [second])
        #expect(try await owner.server.subjects(to: second).count == 1)
    }

    @Test func verifiesAddressOnce() async throws {
        let owner = try await AccountOwner()
        let pending = try await owner.accounts.addresses.add(second, as: .email, to: owner.account, owner.request)
        let code = try await owner.server.code(to: second)
        let errors = await owner.race { _ in
            _ = try await owner.accounts.addresses.verify(.email, of: pending, code: code, owner.request)
        }
        #expect(errors.contains(nil))
        #expect(try await owner.stored.identifiers.map(\.value) == [AccountOwner.email, second])
        #expect(try await owner.stored.pending.isEmpty)
        #expect(try await count(.addressVerified, owner) == 1)
    }

    @Test func makesAddressPrimaryOnce() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let address = try #require(LoginIdentifier(.email, second))
        let errors = await owner.race { _ in
            _ = try await owner.accounts.addresses.makePrimary(address, of: account, owner.request)
        }
        #expect(errors == Array(repeating: nil, count: 50))
        #expect(try await owner.stored.email?.value == second)
        #expect(try await count(.addressMadePrimary, owner) == 1)
    }

    /// Each change that succeeds is recorded, and the account has the password of one of them.
    @Test func setsOneOfDifferentPasswords() async throws {
        let owner = try await AccountOwner()
        let before = try await owner.stored.passwordHash
        let errors = await owner.race { number in
            try await owner.accounts.passwords.choosePassword(
                of: owner.account,
                to: "purple monkey dishwasher \(number)",
                owner.request
            )
        }
        let successes = errors.count { $0 == nil }
        #expect(successes > 0)
        #expect(try await count(.passwordChanged, owner) == successes)
        #expect(try await owner.stored.passwordHash != before)
        #expect(try await owner.stored.revision == owner.account.revision + successes)
    }

    @Test func removesPasswordOnce() async throws {
        let owner = try await AccountOwner()
        let errors = await owner.race { _ in
            try await owner.accounts.passwords.removePassword(of: owner.account, owner.request)
        }
        #expect(errors.count { $0 == nil } == 1)
        #expect(errors.count { $0 == .noPassword } == 49)
        #expect(try await owner.stored.passwordHash == nil)
        #expect(try await count(.passwordRemoved, owner) == 1)
    }

    @Test func endsSession() async throws {
        let owner = try await AccountOwner()
        let session = try await owner.addSession("app-session")
        let errors = await owner.race { _ in
            try await owner.accounts.sessions.end(.app(session.id), of: owner.account, owner.request)
        }
        try await expectSuccess(errors, recording: .sessionEnded, of: owner)
        #expect(try await owner.server.store.sessions(of: owner.account.id).isEmpty)
    }

    @Test func endsBrowserSession() async throws {
        let owner = try await AccountOwner()
        let other = AccountOwner.browserSession("other", of: owner.account, at: owner.server.clock.now)
        try await owner.server.store.commit([.browserSession(.insert(other))])
        let errors = await owner.race { _ in
            try await owner.accounts.sessions.end(.browser("other"), of: owner.account, owner.request)
        }
        try await expectSuccess(errors, recording: .sessionEnded, of: owner)
        #expect(try await owner.server.store.browserSessions(of: owner.account.id).map(\.id) == [owner.session.id])
    }

    /// The operator's own apps have sessions without a consent.
    @Test func withdrawsAppWithoutConsent() async throws {
        let owner = try await AccountOwner()
        try await owner.addSession("app-session")
        let errors = await owner.race { _ in
            try await owner.accounts.apps.withdraw("app", from: owner.account, owner.request)
        }
        try await expectSuccess(errors, recording: .consentWithdrawn, of: owner)
        #expect(try await owner.server.store.sessions(of: owner.account.id).isEmpty)
        #expect(try await owner.accounts.apps.apps(of: owner.account).isEmpty)
    }

    /// Expects that each call has ended what it found, which is recorded, or has found nothing any more.
    private func expectSuccess(
        _ errors: [AccountError?],
        recording kind: AuditKind,
        of owner: AccountOwner
    ) async throws {
        let successes = errors.count { $0 == nil }
        #expect(successes > 0)
        #expect(errors.count { $0 == .itemNotFound } == errors.count - successes)
        #expect(try await count(kind, owner) == successes)
    }

    @Test func undoesChangeOnceByLink() async throws {
        let owner = try await AccountOwner()
        let account = try await owner.addVerified(second)
        let address = try #require(LoginIdentifier(.email, AccountOwner.email))
        _ = try await owner.accounts.addresses.remove(address, from: account, owner.request)
        let link = try await owner.link(in: AccountOwner.email)
        let errors = await owner.race { _ in try await owner.apply(link) }
        #expect(errors.count { $0 == nil } == 1)
        #expect(try await owner.stored.email?.value == AccountOwner.email)
        #expect(try await count(.addressChangeUndone, owner) == 1)
    }
}
