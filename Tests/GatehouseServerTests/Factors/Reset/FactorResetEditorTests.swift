import Foundation
import GatehouseConcurrency
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// The removal of all factors by an administrator.
@Suite struct FactorResetEditorTests {
    private static let second = "ada@example.org"

    @Test func notifiesAllVerifiedAddressesAtOnce() async throws {
        let ada = try await FactorResetOwner()
        var account = try await ada.stored
        let now = ada.server.clock.now
        account.identifiers.append(AccountIdentifier(kind: .email, value: Self.second, verifiedAt: now))
        account.identifiers.append(AccountIdentifier(kind: .email, value: "new@example.net", verifiedAt: nil))
        account.revision += 1
        try await ada.server.store.commit([.account(.update(account))])
        let reset = try await ada.request()
        #expect(reset == FactorReset(requestedAt: now, dueAt: now + 3 * 86_400, remindAt: now + 2 * 86_400))
        #expect(try await ada.stored.factorReset == reset)
        for email in [SecondFactorOwner.email, Self.second] {
            #expect(try await ada.mails("will be removed", to: email) == 1)
            let mail = try #require(ada.server.delivered.mails.first { $0.to == email })
            #expect(mail.text.contains(LocalizedDate(reset.dueAt, in: .english).sentencePart))
            #expect(try await ada.server.identity.flows.proofs.preview(ada.link(in: email)).use == .keepFactors)
        }
        #expect(try await ada.server.subjects(to: "new@example.net").isEmpty)
        #expect(try await ada.events(.factorResetRequested) == 1)
        #expect(try await !ada.credentials().isEmpty)
    }

    @Test func removesAllFactorsWhenDue() async throws {
        let ada = try await FactorResetOwner()
        try await ada.request(after: 3600)
        ada.server.clock.advance(by: 3600 - 0.001)
        try await ada.server.runCleanup()
        #expect(try await ada.credentials().count == 2)
        ada.server.clock.advance(by: 0.001)
        try await ada.server.runCleanup()
        #expect(try await ada.credentials().isEmpty)
        let account = try await ada.stored
        #expect(account.factorReset == nil && !account.requiresSecondFactor)
        #expect(try await ada.events(.factorResetDone) == 1)
        #expect(try await ada.events(.factorRemoved) == 1)
        #expect(try await ada.mails("were removed") == 1)
        #expect(try await ada.mails("A way to sign in was removed") == 0)
        let driver = try await ada.owner.browserAfterPassword()
        #expect(driver.hasCode)
        #expect(try await ada.runDue() == 0)
    }

    @Test func requiresAdministratorAndTimeInRange() async throws {
        let ada = try await FactorResetOwner()
        for call in [ada.owner.request([.knowledge, .possession]), ada.owner.request()] {
            let error = await accountError { try await ada.editor.request(of: ada.stored, after: 7200, call) }
            #expect(error == .failed)
        }
        for wait in [3599, 7 * FactorResetOwner.day + 1] {
            #expect(await accountError { try await ada.request(after: wait) } == .failed)
        }
        #expect(try await ada.stored.factorReset == nil)
        #expect(try await ada.mails("will be removed") == 0)
    }

    @Test func requiresActiveAccountWithFactor() async throws {
        let ada = try await FactorResetOwner()
        let grace = try await ada.server.addAccount("grace@example.com")
        #expect(
            await accountError { try await ada.editor.request(of: grace, after: 7200, ada.administrator) }
                == .secondFactorMissing
        )
        try await ada.accounts.status.setDisabled(true, of: try await ada.stored, ada.administrator)
        #expect(await accountError { try await ada.request() } == .disabled)
        try await ada.accounts.status.setDisabled(false, of: try await ada.stored, ada.administrator)
        let call = ada.owner.request([.knowledge, .possession])
        try await ada.accounts.status.requestDeletion(of: try await ada.stored, call)
        #expect(await accountError { try await ada.request() } == .notFound)
    }

    @Test func keepsTimeOfPendingReset() async throws {
        let ada = try await FactorResetOwner()
        let first = try await ada.request()
        ada.server.clock.advance(by: 60)
        #expect(try await ada.request(after: 3600) == first)
        #expect(try await ada.mails("will be removed") == 1)
        #expect(try await ada.events(.factorResetRequested) == 1)
    }

    @Test func remindsOnceOneDayBeforeRemoval() async throws {
        let ada = try await FactorResetOwner()
        try await ada.request()
        ada.server.clock.advance(by: 2 * FactorResetOwner.day - 1)
        #expect(try await ada.runDue() == 0)
        #expect(try await ada.mails("Reminder") == 0)
        ada.server.clock.advance(by: 1)
        for _ in 0..<2 { #expect(try await ada.runDue() == 0) }
        #expect(try await ada.mails("Reminder") == 1)
        #expect(try await ada.stored.factorReset?.remindAt == nil)
        try await ada.apply(try await ada.link())
        #expect(try await ada.stored.factorReset == nil)
    }

    @Test func sendsNoReminderForShortWait() async throws {
        let ada = try await FactorResetOwner()
        #expect(try await ada.request(after: 2 * FactorResetOwner.day).remindAt == nil)
        ada.server.clock.advance(by: 2 * FactorResetOwner.day - 1)
        #expect(try await ada.runDue() == 0)
        #expect(try await ada.mails("Reminder") == 0)
    }

    @Test func resetsOtherAccountsAfterFailure() async throws {
        let store = SpyStore()
        let ada = try await FactorResetOwner(store: store)
        try await ada.request(after: 3600)
        let grace = try await ada.server.addAccount("grace@example.com")
        let now = ada.server.clock.now
        var pending = grace
        pending.factorReset = FactorReset(requestedAt: now, dueAt: now)
        pending.revision += 1
        try await store.commit([.account(.update(pending))])
        ada.server.clock.advance(by: 3600)
        // The first commit fails.
        let failure = OneFailure()
        store.compete { _ throws(StoreError) in try failure.fail() }
        await #expect(throws: AccountError.self) { try await ada.runDue() }
        #expect(try await store.accounts(dueForFactorResetAt: ada.server.clock.now, limit: 10).map(\.id) == [grace.id])
        #expect(try await ada.runDue() == 1)
        #expect(try await store.account(grace.id)?.factorReset == nil)
    }

    // MARK: - Cancellation

    @Test(arguments: [FactorName.authenticatorApp, .recoveryCode])
    func signInWithFactorCancels(factor: FactorName) async throws {
        let ada = try await FactorResetOwner()
        try await ada.request()
        var driver = try await ada.owner.browserAfterPassword()
        #expect(try await ada.stored.factorReset != nil, "The password alone proves nothing.")
        if factor == .recoveryCode { try await driver.submit(.chooseFactor(.recoveryCode)) }
        #expect(await driver.rejection(.factor("000000")) == .factorRejected(factor))
        #expect(try await ada.stored.factorReset != nil)
        let code = factor == .recoveryCode ? ada.recoveryCodes[0] : ada.owner.code(of: ada.app)
        try await driver.submit(.factor(.string(code)))
        #expect(driver.hasCode)
        #expect(try await ada.stored.factorReset == nil)
        #expect(try await ada.mails("won’t be removed") == 1)
        #expect(try await ada.events(.factorResetCancelled) == 1)
        ada.server.clock.advance(by: 3 * FactorResetOwner.day)
        #expect(try await ada.runDue() == 0)
        #expect(try await ada.credentials().count == 2)
    }

    @Test func signInWithPasskeyCancels() async throws {
        let ada = try await FactorResetOwner()
        let passkey = ada.owner.authenticator()
        try await ada.owner.addPasskey(passkey)
        try await ada.request()
        var driver = try await BrowserDriver(on: ada.server)
        try await driver.submit(.passkey(try ada.owner.response(of: passkey, to: driver.flow)))
        #expect(driver.hasCode)
        #expect(try await ada.stored.factorReset == nil)
    }

    @Test func signInInTrustedBrowserDoesNotCancel() async throws {
        let ada = try await FactorResetOwner(trustedBrowser: 30 * FactorResetOwner.day)
        var driver = try await ada.owner.browserAfterPassword()
        try await driver.submit(.factor(.string(ada.owner.code(of: ada.app)), trustsBrowser: true))
        try await ada.request()
        let trusted = BrowserContext(binding: driver.browser.binding, device: driver.browser.device)
        let next = try await ada.owner.browserAfterPassword(in: trusted)
        #expect(next.hasCode)
        #expect(try await ada.stored.factorReset != nil)
    }

    @Test func requiresRecentSignInToCancel() async throws {
        let ada = try await FactorResetOwner()
        try await ada.request()
        let stale = ada.owner.request([.knowledge, .possession], age: 601)
        let error = await accountError { _ = try await ada.editor.cancel(of: ada.stored, stale) }
        #expect(error == .signInRequired(within: 600, acr: nil))
        #expect(try await ada.stored.factorReset != nil)
        // The user may have lost the second factor.
        #expect(try await ada.editor.cancel(of: ada.stored, ada.owner.request()))
        #expect(try await ada.stored.factorReset == nil)
    }

    @Test func linkCancelsWithoutSignIn() async throws {
        let ada = try await FactorResetOwner()
        try await ada.request()
        let link = try await ada.link()
        let revision = try await ada.stored.credentialsRevision
        try await ada.apply(link)
        let account = try await ada.stored
        #expect(account.factorReset == nil && account.requiresSecondFactor)
        #expect(account.credentialsRevision == revision + 1)
        #expect(try await ada.mails("won’t be removed") == 1)
        await #expect(throws: FlowError.gone) { try await ada.apply(link) }
        #expect(try await ada.events(.factorResetCancelled) == 1)
        #expect(try await ada.credentials().count == 2)
    }

    @Test func rejectsLinkOfRemovedAddressAndOfCancelledReset() async throws {
        let ada = try await FactorResetOwner()
        var account = try await ada.stored
        let added = AccountIdentifier(kind: .email, value: Self.second, verifiedAt: ada.server.clock.now)
        account.identifiers.append(added)
        account.revision += 1
        try await ada.server.store.commit([.account(.update(account))])
        try await ada.request()
        let (own, other) = (try await ada.link(), try await ada.link(in: Self.second))
        account = try await ada.stored
        account.identifiers.removeAll { $0.value == Self.second }
        account.revision += 1
        try await ada.server.store.commit([.account(.update(account))])
        let proofs = ada.server.identity.flows.proofs
        await #expect(throws: FlowError.gone) { _ = try await proofs.preview(other) }
        await #expect(throws: FlowError.gone) { try await ada.apply(other) }
        #expect(try await ada.stored.factorReset != nil)
        #expect(try await ada.editor.cancel(of: ada.stored, ada.administrator))
        await #expect(throws: FlowError.gone) { _ = try await proofs.preview(own) }
        await #expect(throws: FlowError.gone) { try await ada.apply(own) }
        #expect(try await !ada.editor.cancel(of: ada.stored, ada.administrator))
    }

    @Test func disablingAccountCancels() async throws {
        let ada = try await FactorResetOwner()
        try await ada.request()
        try await ada.accounts.status.setDisabled(true, of: try await ada.stored, ada.administrator)
        #expect(try await ada.stored.factorReset == nil)
        #expect(try await ada.events(.factorResetCancelled) == 1)
        ada.server.clock.advance(by: 3 * FactorResetOwner.day)
        #expect(try await ada.runDue() == 0)
        #expect(try await ada.credentials().count == 2)
    }

    @Test func requestedDeletionCancels() async throws {
        let ada = try await FactorResetOwner()
        try await ada.request()
        let call = ada.owner.request([.knowledge, .possession])
        try await ada.accounts.status.requestDeletion(of: try await ada.stored, call)
        #expect(try await ada.stored.factorReset == nil)
        #expect(try await ada.events(.factorResetCancelled) == 1)
    }

    @Test func linkThatTakesAccountBackCancels() async throws {
        let ada = try await FactorResetOwner()
        ada.server.clock.advance(by: 60)
        let call = ada.owner.request([.knowledge, .possession])
        _ = try await ada.accounts.passwords.choosePassword(
            of: try await ada.stored,
            to: "mallory owns nine lanterns",
            call
        )
        let link = try await ada.link()
        try await ada.request()
        try await ada.apply(link)
        #expect(try await ada.stored.factorReset == nil)
        #expect(try await ada.events(.factorResetCancelled) == 1)
        #expect(try await ada.credentials().count == 2)
    }

    @Test func removalOfLastFactorEndsReset() async throws {
        let ada = try await FactorResetOwner()
        try await ada.request()
        _ = try await ada.owner.credentials.removeAll(of: try await ada.stored, ada.administrator)
        #expect(try await ada.stored.factorReset == nil)
    }

    // MARK: - Races

    @Test func keepsFactorsIfCancelledDuringRemoval() async throws {
        let store = SpyStore()
        let ada = try await FactorResetOwner(store: store)
        try await ada.request(after: 3600)
        var cancelled = try await ada.stored
        cancelled.factorReset = nil
        cancelled.revision += 1
        ada.server.clock.advance(by: 3600)
        store.precede([.account(.update(cancelled))])
        #expect(try await ada.runDue() == 0)
        #expect(try await ada.credentials().count == 2)
        #expect(try await ada.runDue() == 0)
        #expect(try await ada.events(.factorResetDone) == 0)
        #expect(try await ada.mails("were removed") == 0)
    }

    @Test func oneOfCancellationsAndRemovalsWins() async throws {
        for _ in 0..<10 {
            let ada = try await FactorResetOwner()
            try await ada.request(after: 3600)
            let account = try await ada.stored
            ada.server.clock.advance(by: 3600)
            let outcomes = await withTaskGroup(of: (removed: Int, cancelled: Int).self) { group in
                for number in 0..<20 {
                    group.addTask {
                        if number.isMultiple(of: 2) { return ((try? await ada.runDue()) ?? 0, 0) }
                        let isCancelled = try? await ada.editor.cancel(of: account, ada.administrator)
                        return (0, isCancelled == true ? 1 : 0)
                    }
                }
                return await group.reduce((removed: 0, cancelled: 0)) {
                    ($0.removed + $1.removed, $0.cancelled + $1.cancelled)
                }
            }
            #expect(outcomes.removed + outcomes.cancelled == 1)
            #expect(try await ada.credentials().count == (outcomes.removed == 1 ? 0 : 2))
            #expect(try await ada.stored.factorReset == nil)
            #expect(try await ada.events(.factorResetDone) == outcomes.removed)
            #expect(try await ada.events(.factorResetCancelled) == outcomes.cancelled)
        }
    }

    @Test func serializesSignInAndRemoval() async throws {
        for _ in 0..<10 {
            let ada = try await FactorResetOwner()
            try await ada.request(after: 3600)
            ada.server.clock.advance(by: 3600)
            let driver = try await ada.owner.browserAfterPassword()
            let code = ada.owner.code(of: ada.app)
            async let removed = ada.runDue()
            async let hasSignedIn: Bool = {
                var driver = driver
                try? await driver.submit(.factor(.string(code)))
                return driver.hasCode
            }()
            let isRemoved = try await removed == 1
            #expect(await hasSignedIn == !isRemoved)
            #expect(try await ada.credentials().count == (isRemoved ? 0 : 2))
            #expect(try await ada.stored.factorReset == nil)
        }
    }
}

/// Fails the first commit.
private final class OneFailure: Sendable {
    private let hasFailed = Mutex(false)

    func fail() throws(StoreError) {
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        if isFirst { throw .unavailable("down") }
    }
}
