public import Foundation
package import GatehouseHTTP
import GatehouseJOSE
package import GatehousePasswords
package import GatehouseServer
package import GatehouseStore
import GatehouseWire
package import HTTPTypes
package import Logging
import Synchronization

/// The identity server inside a test's own process: no socket, no file, a clock that travels, and mail that can be read.
///
/// ```swift
/// let server = TestServer()
/// try await server.addPublicClient("app")
/// let ada = try await server.addUser(email: "ada@example.com", password: "correct horse battery")
/// let app = GatehouseClient(server.device(of: ada).configuration(clientID: "app"))
/// let session = try await app.signIn(scopes: [.email])
/// ```
public final class TestServer: Sendable {
    /// The issuer, as an app would be given it.
    public let issuer: URL
    /// The server's time.
    public let clock: TestClock
    /// What the server has mailed and texted; tests of apps see it as ``mailbox``.
    package let delivered = DevelopmentMailbox { message in
        switch message {
        case .mail(let mail): TestTrace.run?.keep(mail: "\(mail.subject) \(mail.text)", to: mail.to)
        case .sms(let sms): TestTrace.run?.keep(mail: sms.text, to: sms.to)
        }
    }
    package let core: ServerCore
    package let server: IdentityServer
    package let service: HTTPService
    private let watch: @Sendable (HTTPRequest, HTTPAnswer) -> Void
    private let delivery: MailDelivery
    private let deliveries = Mutex<Task<Void, any Error>?>(nil)

    /// A fresh server without accounts or clients.
    ///
    /// - Parameters:
    ///   - issuer: Its issuer; nothing is ever sent there.
    ///   - clock: Its time.
    ///   - seed: Where its randomness begins.
    public convenience init(
        issuer: String = "https://login.example.com",
        clock: TestClock = TestClock(),
        seed: UInt64 = 1
    ) {
        self.init(issuer: issuer, clock: clock, seed: seed, store: MemoryStore())
    }

    /// A fresh server whose every answer somebody looks at.
    package convenience init(watchedBy watch: @escaping @Sendable (HTTPRequest, HTTPAnswer) -> Void) {
        self.init(store: MemoryStore(), watchedBy: watch)
    }

    package init(
        issuer: String = "https://login.example.com",
        clock: TestClock = TestClock(),
        seed: UInt64 = 1,
        store: any Store,
        isDevelopment: Bool = true,
        limits: Limits = Limits(),
        codeLength: Int = 8,
        sendsSMS: Bool = true,
        behind proxies: TrustedProxies = .none,
        hasher: PasswordHasher = PasswordHasher(cost: .minimal, threads: 1),
        handingMailTo mailServer: (any MailTransport)? = nil,
        logger: Logger = TestTrace.runLogger,
        watchedBy watch: @escaping @Sendable (HTTPRequest, HTTPAnswer) -> Void = { _, _ in }
    ) {
        guard let url = URL(string: issuer), let masterKey = MasterKey(bytes: Data(repeating: 7, count: 32)) else {
            preconditionFailure("\(issuer) is not a URL")
        }
        let random = SeededBytes(seed: seed)
        self.issuer = url
        self.clock = clock
        core = ServerCore(
            settings: ServerSettings(
                issuer: issuer,
                isDevelopment: isDevelopment,
                mailFrom: "Gatehouse <no-reply@example.com>",
                limits: limits,
                codeLength: codeLength,
                sendsSMS: sendsSMS
            ),
            environment: ServerEnvironment(
                now: { clock.now },
                random: RandomSource { random.bytes($0) },
                makeKey: { [keys = TestKeys()] algorithm throws(JOSEError) in try keys.make(algorithm) },
                logger: logger
            ),
            store: store,
            masterKey: masterKey,
            hasher: hasher
        )
        server = IdentityServer(core: core)
        service = HTTPService(server: server, mailbox: delivered, behind: proxies)
        self.watch = watch
        delivery = MailDelivery(
            core: core,
            transport: mailServer.map { [delivered] in HandedOnMail(server: $0, mailbox: delivered) } ?? delivered,
            sms: delivered,
            // One after the other, so that of two of the same moment the later one is the newer.
            width: 1,
            wait: { _ in throw CancellationError() }
        )
    }

    /// Answers a request, as anybody's over the network would be, and shows both to whoever watches.
    package func answer(_ request: HTTPRequest, body: Data?, address: String?) async -> HTTPAnswer {
        TestTrace.run?.keep(request, body: body)
        let answer = await service.answer(request, body: body, address: address)
        TestTrace.run?.keep(answer.fields, body: answer.body)
        watch(request, answer)
        return answer
    }

    /// Delivers what is in the queue.
    ///
    /// - Throws: When the store fails.
    public func deliverMail() async throws {
        // One after the other: whoever looks at the same moment would find a mail neither waiting nor sent.
        let round = deliveries.withLock { last in
            let round = Task { [delivery, last] in
                _ = await last?.result
                while try await delivery.deliverDue() > 0 {}
            }
            last = round
            return round
        }
        try await round.value
    }

    /// Everybody's mail and SMS.
    public var mailbox: TestMailbox { TestMailbox(server: self) }

    /// The code in the newest mail to an address, or in the newest SMS to a number; short for ``TestMailbox/code(to:)``.
    ///
    /// - Parameter address: Whose mail or SMS to read; a number in E.164 form, such as `+819012345678`.
    /// - Returns: The digits; `nil` when there is no message, or the newest has no code.
    /// - Throws: When the store fails.
    public func mailedCode(to address: String) async throws -> String? {
        try await mailbox.code(to: address)
    }

    /// The page that the newest mail to an address, or the newest SMS to a number, leads to; short for ``TestMailbox/link(to:)``.
    ///
    /// - Parameter address: Whose mail or SMS to read; a number in E.164 form, such as `+819012345678`.
    /// - Returns: The address of the page; `nil` when there is no message, or the newest leads nowhere.
    /// - Throws: When the store fails.
    public func mailedLink(to address: String) async throws -> URL? {
        try await mailbox.link(to: address)
    }

    /// How many mails and SMS the server has sent so far.
    package var mailCount: Int {
        get async throws {
            try await deliverMail()
            return delivered.all.count
        }
    }

    /// Registers a client of any kind.
    package func add(_ client: Client) async throws {
        try await core.store.commit([.client(.insert(client))])
    }
}
