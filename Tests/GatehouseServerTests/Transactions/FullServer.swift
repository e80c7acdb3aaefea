import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The whole server, as app authors test with it.
typealias FullServer = GatehouseTesting.TestServer

extension FullServer {
    /// A server that knows one client, `app`, with what is different about it; unless changed, people are not asked for consent.
    static func with(
        limits: Limits = Limits(),
        store: any Store = MemoryStore(),
        hasher: PasswordHasher = PasswordHasher(cost: .minimal, threads: 1),
        client change: (inout Client) -> Void = { _ in }
    ) async throws -> FullServer {
        let server = FullServer(store: store, limits: limits, hasher: hasher)
        var client = Client.app("app", createdAt: server.clock.now)
        client.skipsConsent = true
        change(&client)
        try await server.add(client)
        return server
    }

    /// Somebody who signed up earlier.
    @discardableResult
    func addAccount(
        _ email: String,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        isDisabled: Bool = false
    ) async throws -> Account {
        let hash: String? = if let password { try await core.hasher.hash(Password(password)) } else { nil }
        let account = Account(
            id: core.newID(),
            identifiers: [AccountIdentifier(kind: .email, value: email, verifiedAt: clock.now)],
            passwordHash: hash,
            attributes: attributes,
            createdAt: clock.now,
            updatedAt: clock.now,
            disabledAt: isDisabled ? clock.now : nil
        )
        try await core.store.commit([.account(.insert(account))])
        return account
    }

    func account(_ email: String) async throws -> Account? {
        try await core.store.account(.email, email)
    }

    /// The code that was mailed, which must be there.
    func code(to email: String) async throws -> String {
        try #require(try await mailedCode(to: email))
    }

    /// The subjects of all mail to an address, oldest first.
    func subjects(to email: String) async throws -> [String] {
        try await deliverMail()
        return delivered.mails.filter { $0.to == email }.map(\.subject).reversed()
    }

    /// Every audit event, oldest first, by kind.
    func audited() async throws -> [AuditKind] {
        try await core.store.events(of: nil, before: nil, limit: 1_000).reversed().map(\.kind)
    }
}
