import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A client that registers itself can name a logout URI that never responds: its requests must not delay messages, nor
/// the requests to clients that an operator vouches for.
@Suite struct LogoutDeliveryTests {
    /// Fails every request with one error, and records the URLs.
    private final class FailingHosts: RemoteFormSender {
        private let error: RemoteDocumentError
        private let urls = Mutex<[String]>([])

        init(_ error: RemoteDocumentError) {
            self.error = error
        }

        var requests: [String] { urls.withLock(\.self) }

        func post(_ form: Parameters, to url: RemoteURL) async throws(RemoteDocumentError) {
            urls.withLock { $0.append(url.text) }
            throw error
        }
    }

    private static let registered = ClientOrigin(kind: .registration)
    private let server: ServerHarness

    init() throws {
        server = try ServerHarness()
    }

    /// Enqueues the logout requests of sessions at clients with URIs of their own on one host.
    private func queueRequests(to count: Int = 1, origin: ClientOrigin?, sessionsPerClient: Int = 1) async throws {
        let account = try await server.addAccount()
        for number in 1...count {
            let client = try await server.addClient("app-\(number)") {
                $0.backChannelLogout = BackChannelLogout(uri: "https://silent.example.com/?\(number)")
                $0.origin = origin
            }
            for _ in 1...sessionsPerClient { _ = try await server.signIn(account, to: client) }
        }
        try await server.store.commit([.session(.endAll(account: account.id, reason: .administrator, at: server.now))])
        while try await server.identity.jobs.logoutNotifier(wait: { _ in }).enqueueDue() > 0 {}
    }

    private func workers(over hosts: FailingHosts) -> [DeliveryWorker] {
        server.identity.jobs.logoutWorkers(forms: hosts) { _ in throw CancellationError() }
    }

    private func deliver(by workers: [DeliveryWorker]) async throws {
        for worker in workers { while try await worker.deliverDue() > 0 {} }
    }

    @Test func deliversMailAheadOfDueLogoutRequests() async throws {
        try await queueRequests(to: 10, origin: Self.registered)
        server.clock.advance(by: 1)
        let mail = try server.identity.outbox.mail(
            .signInCode("12345678"),
            to: "ada@example.com",
            language: .english,
            client: try await server.addClient("app"),
            expiresAt: server.now.addingTimeInterval(600)
        )
        try await server.store.commit([mail])
        let mailbox = DevelopmentMailbox()
        let worker = server.identity.jobs.deliveryWorker(transport: mailbox, batchSize: 1) { _ in
            throw CancellationError()
        }
        #expect(try await worker.deliverDue() == 1)
        #expect(mailbox.all.map(\.to) == ["ada@example.com"])
        #expect(try await worker.deliverDue() == 0)
    }

    /// Every copy of the software contains its statement, which thus does not tell who registers the client.
    @Test(
        arguments: [
            (nil, .logout), (ClientOrigin(kind: .registration, isVerified: true), .logout),
            (registered, .unverifiedLogout),
            (
                ClientOrigin(kind: .registration, isVerified: true, statementIssuer: "https://issuer.example.org"),
                .unverifiedLogout
            ),
        ] as [(ClientOrigin?, QueuedMessage.Kind)]
    )
    func separatesClientsThatNoOperatorVouchesFor(origin: ClientOrigin?, kind: QueuedMessage.Kind) async throws {
        try await queueRequests(origin: origin)
        for other in QueuedMessage.Kind.allCases {
            let due = try await server.store.leaseDueMessages(other, at: server.now, until: server.now + 60, limit: 9)
            #expect(due.count == (other == kind ? 1 : 0))
        }
    }

    @Test(arguments: [RemoteDocumentError.timedOut, .unreachable])
    func pausesSilentHostWhateverTheURI(error: RemoteDocumentError) async throws {
        try await queueRequests(to: 6, origin: Self.registered)
        let hosts = FailingHosts(error)
        let workers = workers(over: hosts)
        try await deliver(by: workers)
        // Those that were sent together.
        let count = hosts.requests.count
        #expect(1...2 ~= count)
        server.clock.advance(by: 29)
        try await deliver(by: workers)
        #expect(hosts.requests.count == count)
    }

    @Test func doublesPauseOfSilentHost() async throws {
        try await queueRequests(origin: nil)
        let hosts = FailingHosts(.timedOut)
        let workers = workers(over: hosts)
        let began = server.now
        var requestedAt: [Int] = []
        while server.now < began + 240 {
            let count = hosts.requests.count
            try await deliver(by: workers)
            if hosts.requests.count > count { requestedAt.append(Int(server.now.timeIntervalSince(began).rounded())) }
            server.clock.advance(by: 1)
        }
        // Attempts at 0, 5, 15, 35, 75 and 155 seconds; the pauses end at 30, 95 and 275.
        #expect(requestedAt == [0, 35, 155])
    }

    @Test func sendsRequestsToOneClientOneAfterTheOther() async throws {
        try await queueRequests(origin: nil, sessionsPerClient: 6)
        let hosts = FailingHosts(.timedOut)
        try await deliver(by: workers(over: hosts))
        #expect(hosts.requests.count == 1)
    }

    @Test(arguments: [nil, registered])
    func limitsAttemptsForClientsThatNoOperatorVouchesFor(origin: ClientOrigin?) async throws {
        try await queueRequests(origin: origin)
        let hosts = FailingHosts(.status(503))
        let workers = workers(over: hosts)
        for _ in 1...20 {
            try await deliver(by: workers)
            server.clock.advance(by: 600)
        }
        #expect(hosts.requests.count == (origin == nil ? 20 : 5))
        let next = try await server.store.nextMessageDue()
        #expect((next == nil) == (origin != nil))
    }

    @Test func dropsRequestToForbiddenAddress() async throws {
        try await queueRequests(origin: nil)
        let hosts = FailingHosts(.forbiddenAddress)
        try await deliver(by: workers(over: hosts))
        #expect(hosts.requests.count == 1)
        #expect(try await server.store.nextMessageDue() == nil)
        #expect(try await server.auditKinds().contains(.messageFailed))
    }
}
