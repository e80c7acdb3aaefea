public import Foundation
package import GatehouseHTTP
package import GatehousePasswords
package import GatehouseServer
package import GatehouseStore
import GatehouseWire
package import HTTPTypes
package import Logging

/// The identity server inside a test's own process: no socket, no file, a clock that travels, and mail that can be read.
public final class TestServer: Sendable {
    /// The issuer, as an app would be given it.
    public let issuer: URL
    /// The server's time.
    public let clock: TestClock
    /// What the server has mailed and texted.
    package let mailbox = DevelopmentMailbox()
    package let core: ServerCore
    package let server: IdentityServer
    package let service: HTTPService
    private let watch: @Sendable (HTTPRequest, HTTPAnswer) -> Void
    private let delivery: MailDelivery

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
        limits: Limits = Limits(),
        codeLength: Int = 8,
        sendsSMS: Bool = true,
        behind proxies: TrustedProxies = .none,
        hasher: PasswordHasher = PasswordHasher(cost: .minimal, threads: 1),
        logger: Logger = TestServer.silence,
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
                isDevelopment: true,
                mailFrom: "Gatehouse <no-reply@example.com>",
                limits: limits,
                codeLength: codeLength,
                sendsSMS: sendsSMS
            ),
            environment: ServerEnvironment(
                now: { clock.now },
                random: RandomSource { random.bytes($0) },
                logger: logger
            ),
            store: store,
            masterKey: masterKey,
            hasher: hasher
        )
        server = IdentityServer(core: core)
        service = HTTPService(server: server, mailbox: mailbox, behind: proxies)
        self.watch = watch
        delivery = MailDelivery(core: core, transport: mailbox, sms: mailbox, wait: { _ in throw CancellationError() })
    }

    /// Answers a request, as anybody's over the network would be, and shows both to whoever watches.
    package func answer(_ request: HTTPRequest, body: Data?, address: String?) async -> HTTPAnswer {
        let answer = await service.answer(request, body: body, address: address)
        watch(request, answer)
        return answer
    }

    /// Says nothing but what must not happen.
    package static var silence: Logger {
        var logger = Logger(label: "gatehouse.test")
        logger.logLevel = .critical
        return logger
    }

    /// Delivers what is in the queue.
    ///
    /// - Throws: When the store fails.
    public func deliverMail() async throws {
        while try await delivery.deliverDue() > 0 {}
    }

    /// The code in the newest mail to an address, or in the newest SMS to a number.
    ///
    /// - Parameter address: Whose mail or SMS to read; a number in E.164 form, such as `+819012345678`.
    /// - Returns: The digits; `nil` when there is no message, or the newest has no code.
    /// - Throws: When the store fails.
    public func mailedCode(to address: String) async throws -> String? {
        try await newestMessage(to: address)?.summary.firstMatch(of: /\b[0-9]{6,10}\b/).map { String($0.output) }
    }

    /// The page that the newest mail to an address, or the newest SMS to a number, leads to.
    ///
    /// - Parameter address: Whose mail or SMS to read; a number in E.164 form, such as `+819012345678`.
    /// - Returns: The address of the page; `nil` when there is no message, or the newest leads nowhere.
    /// - Throws: When the store fails.
    public func mailedLink(to address: String) async throws -> URL? {
        let text =
            switch try await newestMessage(to: address) {
            case .mail(let mail)?: mail.text
            case .sms(let sms)?: sms.text
            case nil: ""
            }
        return text.firstMatch(of: /https?:\/\/\S+/).flatMap { URL(string: String($0.output)) }
    }

    private func newestMessage(to address: String) async throws -> OutgoingMessage? {
        try await deliverMail()
        // By its date: messages that are due together are delivered in any order.
        return mailbox.all.filter { $0.to == address }.max { $0.date < $1.date }
    }

    /// How many mails and SMS the server has sent so far.
    package var mailCount: Int {
        get async throws {
            try await deliverMail()
            return mailbox.all.count
        }
    }

    /// Registers a client of any kind.
    package func add(_ client: Client) async throws {
        try await core.store.commit([.client(.insert(client))])
    }
}
