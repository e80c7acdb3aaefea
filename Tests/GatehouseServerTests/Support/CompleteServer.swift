import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The complete server of `GatehouseTesting`.
typealias CompleteServer = GatehouseTesting.TestServer

extension CompleteServer {
    /// Returns a server with the client `app`, which skips the consent page by default.
    static func with(
        limits: RateLimits = RateLimits(),
        store: any Store = MemoryStore(),
        hasher: PasswordHasher = PasswordHasher(cost: .minimal, threads: 1),
        additionalFactors: [any AdditionalFactor] = [],
        policy: AuthenticationPolicy? = nil,
        client change: (inout Client) -> Void = { _ in }
    ) async throws -> CompleteServer {
        let server = CompleteServer(
            store: store,
            limits: limits,
            hasher: hasher,
            additionalFactors: additionalFactors,
            policy: policy
        )
        try await server.addApp(change)
        return server
    }

    /// Returns a server that notifies users of sign-ins from new browsers.
    static func withNewBrowserMail(
        store: any Store = MemoryStore(),
        client change: (inout Client) -> Void = { _ in }
    ) async throws -> CompleteServer {
        let server = CompleteServer(store: store, sendsNewBrowserMail: true)
        try await server.addApp(change)
        return server
    }

    func addApp(_ change: (inout Client) -> Void) async throws {
        var client = Client.app("app", createdAt: clock.now)
        client.skipsConsent = true
        change(&client)
        try await add(client)
    }

    /// Adds an account with a verified address.
    @discardableResult
    func addAccount(
        _ email: String,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        isDisabled: Bool = false
    ) async throws -> Account {
        let hash: String? = if let password { try await identity.hasher.hash(Password(password)) } else { nil }
        let account = Account(
            id: identity.environment.newID(),
            identifiers: [AccountIdentifier(kind: .email, value: email, verifiedAt: clock.now)],
            passwordHash: hash,
            attributes: attributes,
            createdAt: clock.now,
            updatedAt: clock.now,
            disabledAt: isDisabled ? clock.now : nil
        )
        try await store.commit([.account(.insert(account))])
        return account
    }

    func account(_ email: String) async throws -> Account? {
        try await store.account(.email, email)
    }

    /// Returns the code in the newest message to an address.
    func code(to email: String) async throws -> String {
        try #require(try await mailedCode(to: email))
    }

    /// Returns the link to a page of this server in the newest email to an address.
    func link(mailedTo email: String) async throws -> MessageLink {
        try await deliverMail()
        let mail = try #require(delivered.mails.first { $0.to == email })
        let match = try #require(mail.text.firstMatch(of: /\/link\?token=([A-Za-z0-9_.-]+)/))
        return try #require(MessageLink(String(match.output.1)))
    }

    /// Returns the subjects of all emails to an address, oldest first.
    func subjects(to email: String) async throws -> [String] {
        try await deliverMail()
        return delivered.mails.filter { $0.to == email }.map(\.subject).reversed()
    }

    /// Returns the kinds of all audit events, oldest first.
    func auditKinds() async throws -> [AuditKind] {
        try await store.events(of: nil, before: nil, limit: 1_000).reversed().map(\.kind)
    }
}
