import Foundation
import GatehouseTesting
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// A user with an authenticator app for whom an administrator requests to remove all factors.
struct FactorResetOwner: Sendable {
    static let day: TimeInterval = 24 * 60 * 60

    let owner: SecondFactorOwner
    let app: TimeBasedSecret
    let recoveryCodes: [String]

    init(trustedBrowser: TimeInterval? = nil, store: any Store = MemoryStore()) async throws {
        owner = try await SecondFactorOwner(trustedBrowser: trustedBrowser, store: store)
        (app, recoveryCodes) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
    }

    var server: CompleteServer { owner.server }
    var accounts: AccountOperations { server.identity.accounts }
    var editor: FactorResetEditor { accounts.factorResets }

    var stored: Account {
        get async throws { try await owner.stored }
    }

    /// The request of an administrator.
    var administrator: AccountRequest {
        AccountRequest(
            client: accounts.client,
            language: .english,
            authority: .administrator,
            context: RequestMetadata(address: nil, requestID: "command-line")
        )
    }

    @discardableResult
    func request(after wait: TimeInterval = 3 * day) async throws -> FactorReset {
        try await editor.request(of: try await stored, after: wait, administrator)
    }

    /// Removes the factors whose reset is due, and sends due reminders.
    func runDue() async throws(AccountError) -> Int {
        try await editor.runDue(at: server.clock.now, as: accounts.client)
    }

    /// Returns the number of emails to the user whose subject contains a text.
    func mails(_ text: String, to email: String = SecondFactorOwner.email) async throws -> Int {
        try await server.subjects(to: email).count { $0.contains(text) }
    }

    /// Returns the link in the newest email to an address.
    func link(in email: String = SecondFactorOwner.email) async throws -> MessageLink {
        try await server.link(mailedTo: email)
    }

    func apply(_ link: MessageLink) async throws(FlowError) {
        try await server.identity.flows.proofs.apply(link, language: .english, context: administrator.context)
    }

    func credentials() async throws -> [Credential] {
        try await server.store.credentials(of: owner.account.id)
    }

    func events(_ kind: AuditKind) async throws -> Int {
        try await server.auditKinds().count { $0 == kind }
    }
}
