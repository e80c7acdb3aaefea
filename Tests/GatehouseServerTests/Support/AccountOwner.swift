import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A user who changes their account, as on the account pages.
struct AccountOwner: Sendable {
    static let email = "ada@example.com"

    let server: CompleteServer
    let account: Account
    /// The browser session of the account pages.
    let session: BrowserSession

    var accounts: AccountOperations { server.identity.accounts }

    init(password: String? = "correct horse battery", store: any Store = MemoryStore()) async throws {
        server = try await CompleteServer.with(store: store)
        account = try await server.addAccount(Self.email, password: password, attributes: ["given_name": "Ada"])
        session = Self.browserSession("browser", of: account, at: server.clock.now)
        try await server.store.commit([.browserSession(.insert(session))])
    }

    static func browserSession(_ id: BrowserSession.ID, of account: Account, at date: Date) -> BrowserSession {
        BrowserSession(
            id: id,
            secretHash: "hash of \(id)",
            accountID: account.id,
            authentication: Authentication([], at: date),
            device: DeviceDescription(userAgent: "Example/1.0", address: "192.0.2.7"),
            createdAt: date,
            expiresAt: date.addingTimeInterval(86_400)
        )
    }

    /// The context of a request after a recent sign-in.
    var request: AccountRequest { request(signedIn: server.clock.now) }

    /// The context of a request after a sign-in that is too old for changes.
    var staleRequest: AccountRequest { request(signedIn: server.clock.now.addingTimeInterval(-601)) }

    private func request(signedIn date: Date) -> AccountRequest {
        AccountRequest(
            client: accounts.client,
            language: .english,
            authority: .user(Authentication([], at: date)),
            context: RequestMetadata(address: "192.0.2.7", requestID: "request-1"),
            current: CurrentSessions(browserSession: session.id)
        )
    }

    /// The account as it is stored.
    var stored: Account {
        get async throws { try #require(try await server.store.account(account.id)) }
    }

    /// Adds a verified email address to the account.
    func addVerified(_ email: String) async throws -> Account {
        let pending = try await accounts.addresses.add(email, as: .email, to: try await stored, request)
        let code = try await server.code(to: email)
        return try await accounts.addresses.verify(.email, of: pending, code: code, request)
    }

    /// Inserts a session of the app.
    @discardableResult
    func addSession(_ id: Session.ID, client: Client.ID = "app") async throws -> Session {
        let session = Session(
            id: id,
            accountID: account.id,
            clientID: client,
            browserSessionID: nil,
            scopes: [.openid, .profile, .offlineAccess],
            isOffline: true,
            salt: Data(repeating: 7, count: 32),
            authentication: Authentication([], at: server.clock.now),
            claims: nil,
            createdAt: server.clock.now,
            expiresAt: server.clock.now.addingTimeInterval(86_400)
        )
        try await server.store.commit([.session(.insert(session))])
        return session
    }

    /// Returns the link in the newest email to an address.
    func link(in email: String) async throws -> MessageLink {
        try await server.link(mailedTo: email)
    }

    /// Acts on a link, as its page does.
    func apply(_ link: MessageLink) async throws(FlowError) {
        try await server.identity.flows.proofs.apply(link, language: .english, context: request.context)
    }

    /// Runs an operation 50 times at once, and returns the errors of those that failed.
    func race(_ body: @escaping @Sendable (Int) async throws -> Void) async -> [AccountError?] {
        await withTaskGroup(of: AccountError?.self) { group in
            for number in 0..<50 {
                group.addTask {
                    do {
                        try await body(number)
                        return nil
                    } catch {
                        return error as? AccountError ?? .failed
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
