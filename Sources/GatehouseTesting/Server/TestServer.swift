public import Foundation
import GatehouseConcurrency
package import GatehouseHTTP
import GatehouseJOSE
package import GatehousePasswords
package import GatehouseServer
package import GatehouseStore
import GatehouseWire
package import HTTPTypes
package import Logging

/// The identity server in a test's own process: without sockets or files, with a controllable clock and readable mail.
///
/// ```swift
/// let server = TestServer()
/// try await server.clients.addPublic("app")
/// let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
/// let app = GatehouseClient(configuration: server.device(of: ada).configuration(clientID: "app"))
/// let session = try await app.signIn(scopes: [.email])
/// ```
public final class TestServer: Sendable {
    /// The issuer URL for apps.
    public let issuer: URL
    /// The clock of the server.
    public let clock: TestClock
    /// The messages that the server has sent; tests of apps use ``mailbox``.
    package let delivered = DevelopmentMailbox { message in
        switch message {
        case .mail(let mail): TestTrace.run?.keep(mail: "\(mail.subject) \(mail.text)", to: mail.to)
        case .sms(let sms): TestTrace.run?.keep(mail: sms.text, to: sms.to)
        }
    }
    package let store: any Store
    package let identity: IdentityServer
    package let service: HTTPService
    private let watch: @Sendable (HTTPRequest, ServerResponse) -> Void
    private let workers: [DeliveryWorker]
    private let logout: LogoutNotifier
    private let deliveries = Mutex<Task<Void, any Error>?>(nil)

    /// Creates a server without accounts or clients.
    ///
    /// It sends no mail about sign-ins from new browsers, which would follow the mail that a test expects.
    ///
    /// - Parameters:
    ///   - issuer: The issuer; no request is ever sent there.
    ///   - clock: The clock of the server.
    ///   - seed: The seed of its randomness.
    ///   - secondFactor: The sign-ins that require a second factor.
    ///   - acceptsMessageCodes: Whether codes by mail and SMS are second factors of users without another one.
    public convenience init(
        issuer: String = "https://login.example.com",
        clock: TestClock = TestClock(),
        seed: UInt64 = 1,
        secondFactor: SecondFactorPolicy = .whenEnrolled,
        acceptsMessageCodes: Bool = false
    ) {
        self.init(
            issuer: issuer,
            clock: clock,
            seed: seed,
            store: MemoryStore(),
            factors: FactorSettings(
                secondFactor: secondFactor.demand,
                acceptsMailCodes: acceptsMessageCodes,
                acceptsSMSCodes: acceptsMessageCodes
            )
        )
    }

    /// Creates a server whose responses are all observed.
    package convenience init(watchedBy watch: @escaping @Sendable (HTTPRequest, ServerResponse) -> Void) {
        self.init(store: MemoryStore(), watchedBy: watch)
    }

    package init(
        issuer: String = "https://login.example.com",
        clock: TestClock = TestClock(),
        seed: UInt64 = 1,
        store: any Store,
        isDevelopment: Bool = true,
        limits: RateLimits = RateLimits(),
        codeLength: Int = 8,
        sendsSMS: Bool = true,
        sendsNewBrowserMail: Bool = false,
        behind proxies: TrustedProxies = .none,
        hasher: PasswordHasher = PasswordHasher(cost: .minimal, threads: 1),
        factors: FactorSettings = FactorSettings(),
        lifetimes: Lifetimes = Lifetimes(),
        requiresDPoPNonce: Bool = false,
        registration: RegistrationSettings = RegistrationSettings(),
        additionalFactors: [any AdditionalFactor] = [],
        policy: AuthenticationPolicy? = nil,
        handingMailTo mailServer: (any EmailTransport)? = nil,
        notifyingClientsBy forms: (any RemoteFormSender)? = nil,
        logger: Logger = TestTrace.runLogger,
        watchedBy watch: @escaping @Sendable (HTTPRequest, ServerResponse) -> Void = { _, _ in }
    ) {
        guard let url = URL(string: issuer), let masterKey = MasterKey(bytes: Data(repeating: 7, count: 32)) else {
            preconditionFailure("\(issuer) is not a URL")
        }
        let random = SeededBytes(seed: seed)
        self.issuer = url
        self.clock = clock
        self.store = store
        identity = IdentityServer(
            settings: ServerSettings(
                issuer: issuer,
                isDevelopment: isDevelopment,
                mailFrom: "Gatehouse <no-reply@example.com>",
                lifetimes: lifetimes,
                limits: limits,
                codeLength: codeLength,
                sendsSMS: sendsSMS,
                sendsNewBrowserMail: sendsNewBrowserMail,
                factors: factors,
                requiresDPoPNonce: requiresDPoPNonce,
                registration: registration
            ),
            environment: ServerEnvironment(
                now: { clock.now },
                random: RandomSource { random.bytes($0) },
                makeKey: { [keys = TestKeys()] algorithm throws(JOSEError) in try keys.make(algorithm) },
                logger: logger
            ),
            store: store,
            masterKey: masterKey,
            hasher: hasher,
            additionalFactors: additionalFactors,
            policy: policy
        )
        service = HTTPService(server: identity, mailbox: delivered, behind: proxies)
        self.watch = watch
        let delivery = identity.jobs.deliveryWorker(
            transport: mailServer.map { [delivered] in MailboxRecordingTransport(server: $0, mailbox: delivered) }
                ?? delivered,
            sms: delivered,
            // Delivers sequentially, so that messages of the same moment keep their order.
            batchSize: 1,
            wait: { _ in throw CancellationError() }
        )
        let jobs = identity.jobs
        let notifications = forms.map { jobs.logoutWorkers(forms: $0) { _ in throw CancellationError() } }
        workers = [delivery] + (notifications ?? [])
        logout = identity.jobs.logoutNotifier { _ in throw CancellationError() }
    }

    /// Responds to a request as from the network, and passes both to the observer.
    package func answer(_ request: HTTPRequest, body: Data?, address: String?) async -> ServerResponse {
        TestTrace.run?.keep(request, body: body)
        let answer = await service.answer(request, body: body, address: address)
        TestTrace.run?.keep(answer.fields, body: answer.body)
        watch(request, answer)
        return answer
    }

    /// Delivers the queued messages.
    ///
    /// - Throws: An error if the store fails.
    public func deliverMail() async throws {
        // Sequential: a concurrent caller would find a message neither queued nor sent.
        let round = deliveries.withLock { last in
            let round = Task { [workers, logout, last] in
                _ = await last?.result
                while try await logout.enqueueDue() > 0 {}
                for worker in workers { while try await worker.deliverDue() > 0 {} }
            }
            last = round
            return round
        }
        try await round.value
    }

    /// The mail and SMS of all users.
    public var mailbox: TestMailbox { TestMailbox(server: self) }

    /// Returns the code in the latest message to an address or phone number; short for ``TestMailbox/code(to:)``.
    ///
    /// - Parameter address: The email address, or a phone number in E.164 form for SMS, such as `+819012345678`.
    /// - Returns: The digits; `nil` if there is no message, or the latest contains no code.
    /// - Throws: An error if the store fails.
    public func mailedCode(to address: String) async throws -> String? {
        try await mailbox.code(to: address)
    }

    /// Returns the link in the latest message to an address or phone number; short for ``TestMailbox/link(to:)``.
    ///
    /// - Parameter address: The email address, or a phone number in E.164 form for SMS, such as `+819012345678`.
    /// - Returns: The URL; `nil` if there is no message, or the latest contains no link.
    /// - Throws: An error if the store fails.
    public func mailedLink(to address: String) async throws -> URL? {
        try await mailbox.link(to: address)
    }

    /// The number of messages that the server has sent.
    package var mailCount: Int {
        get async throws {
            try await deliverMail()
            return delivered.all.count
        }
    }

    /// Registers a client of any kind.
    package func add(_ client: Client) async throws {
        try await store.commit([.client(.insert(client))])
    }
}

/// An error of a ``TestServer``, such as an unknown name or an invalid value in a test.
public struct TestServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the error.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The source of a ``TestServer``'s signing keys.
///
/// Generating an RSA key takes longer than the rest of a server's start, so the first one is always this public test
/// key.
final class TestKeys: Sendable {
    private let isUsed = Mutex(false)

    /// Returns a new key.
    func make(_ algorithm: SigningAlgorithm) throws(JOSEError) -> SigningKey {
        let isFirst =
            algorithm == .rs256
            && isUsed.withLock { isUsed in
                defer { isUsed = true }
                return !isUsed
            }
        guard isFirst, let material = Data(base64Encoded: Self.rsaKey) else {
            return try SigningKey.generate(algorithm)
        }
        return try SigningKey(algorithm, privateMaterial: material)
    }

    /// A private key in PKCS #1 DER, base64-encoded.
    private static let rsaKey = """
        MIIEogIBAAKCAQEAkdnR5Ij92M8hA+UHNU9JSjI6IFYwvS/JzHmHpEj4scXKYEWtoc0p5mY2Tma5IJcwMZQRM7avJ3nrwYv0lHDLRcNnWBr1r3Hv\
        7PK8k6EBvmEW3B1yX+nccPzlrHkyr0XUOAdE2xtR/4eS0d9xRopRhUYG2DseyWcswFJ3aH5+gkHINritN2FMVRfWbFC2UyDcvrg0RobiHqNvCHwP\
        wrzpwBRBh2CQRL5fm5CN4mpFe8P4cnOhmLcp4XiAhLYGkWD8Iqjrp5JmrpBifFFU7tD4LQ7lc4iJ95L3pDFwNl7s5qRLgeCrJPspowRoXAZRQoIC\
        7rfpbD/vrec0UchvE3oIIQIDAQABAoIBAA7VehEF09ecvW1helm0Li6TLDFEwuFC/oHC7IZLe6vNA5fGDnJR5QyPYb+YmASWC+tG9XbugiMANfex\
        7da5IBuA0750w38sFexiBcb4Da7YvhP2FL9nkCmXtx5TF1IXRo3KQ3kLbswP9GFPGfzELaVh6WlNngR672TCHm3sy54gvlbxask77EHr+2J3oaq+\
        az2bD8UMxdR3nO2ASmZ/akU5xcbWw7JX+hTy3FZFo/GbGVsRBY5zr9q/18GEb42PuaMNYAVyuA3SleGOUp23qoGYMjmNJLdnz/d4v5l4UlZmXRP4\
        6l8xu3yW5TDOsEibBWIb9LLT9r/vxECDaeuC/yECgYEAwysmEdtY1ROl46I1D9y8A09Lw/kO36jJtrnKK+Hbw5u2C7jVRiRJ40XMYiYp5c0tmxbe\
        JRrMYF7ncfPBzft5nrFyRuo4fyGVPmbx/YiSDoWBvNHDNeQvL1IH1/boN5E4pU2IphDRcqszA1qynjBmgUxvm872mobcQeMUvgDRiykCgYEAv0+G\
        BRZf3FQylbGL2a7ApFsw2v4A7ybZm9f4qIdrCbwhaYlQfMzgFcDnb7q3T6NBd9U0GfD0gvCrzpYELSP1pQp5mlGrMTaUahMFlArE8Y5oC6nrCJXg\
        IRFmhjUipLbZwxygv7swlSN4wqILZTWBue7kDMD1xpwbFvwg2J2PLDkCgYBfEoTgC/8RBRo5cknw6TE5V4Zr98ZUE4/3kDe4+rQobJDY0vgpzAGm\
        UdkHMtoUFMgTlacvYgePJowOSZTuN4N+V6h4fR56Z6yhElrti3rC0ixqA7DZbsfBgG9Lt/5VG0wB0mwvoV+2QUl/Z849GwzEDa0MtFwS2IExI2J2\
        UEXDSQKBgBobEO+6yOP4/Vod+zZ+OT10UCtiA+CejY1NoFnm+L1AVdLf8QLGtkFhrHM7qG4Omg1vI4fysHr5uogbQoCiao/V6Rgc0t6JUyFSbS1x\
        dsR7qUkGK9NlGEuK41GnCI4vgXG1g14Gfi+rwnvUvvdVoNktdyMiZadvf+bYCudkQLhJAoGATS1LJ5RlIPGwnCkaEqKZ776/U9OLngy/MJYRgkhW\
        u3/2+WY0w0+HBwYtDq4cnrq6dJuxGiC3dNZMBqPn+FI6tQUBKXE7XE3MJwQUKSWXYc9TzsN0ZSiOeuZwaar0BatTMdYzyprOdIY+hytqmFbPQuWP\
        imeIaXFklJFcgdFckJI=
        """
}
