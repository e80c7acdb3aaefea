import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// Emails are sent once, despite a slow mail server or a database failure during delivery.
@Suite struct DeliveryLeaseTests {
    /// A mail server that takes a given time for each message.
    private final class SlowMailServer: EmailTransport {
        let sendTimeout: Duration
        private let onSend: @Sendable () -> Void
        private let recipients = Mutex<[String]>([])

        init(sendTimeout: Duration, onSend: @escaping @Sendable () -> Void) {
            self.sendTimeout = sendTimeout
            self.onSend = onSend
        }

        var sent: [String] { recipients.withLock(\.self) }

        func send(_ message: EmailMessage) async throws(DeliveryError) {
            onSend()
            recipients.withLock { $0.append(message.to) }
        }
    }

    private let store = SpyStore()
    private let server: CompleteServer
    private let client: Client

    init() async throws {
        server = try await CompleteServer.with(store: store)
        client = try #require(try await server.store.client("app"))
    }

    private func queue(_ count: Int) async throws {
        let outbox = server.identity.outbox
        let expiry = server.clock.now.addingTimeInterval(86_400)
        for number in 0..<count {
            let mail = try outbox.mail(
                .addressTaken,
                to: "person\(number)@example.com",
                language: .english,
                client: client,
                expiresAt: expiry
            )
            try await store.commit([mail])
        }
    }

    private func delivery(
        over transport: any EmailTransport,
        wait: @escaping @Sendable () throws -> Void = { throw CancellationError() }
    ) -> DeliveryWorker {
        server.identity.jobs.deliveryWorker(transport: transport) { _ in try wait() }
    }

    @Test(arguments: [30, 300])
    func leavesMessagesBeyondLeaseToNextNode(seconds: Int) async throws {
        let clock = server.clock
        let transport = SlowMailServer(sendTimeout: .seconds(seconds)) { clock.advance(by: TimeInterval(seconds)) }
        try await queue(8)
        let began = clock.now
        #expect(try await delivery(over: transport).deliverDue() == 8)
        let first = transport.sent.count
        #expect(1..<8 ~= first)
        // No delivery started that could have outlasted the lease.
        let lease = TimeInterval(max(120, 2 * seconds))
        #expect(clock.now <= began.addingTimeInterval(lease))
        clock.advance(by: lease)
        while try await delivery(over: transport).deliverDue() > 0 { clock.advance(by: lease) }
        #expect(transport.sent.sorted() == (0..<8).map { "person\($0)@example.com" })
    }

    @Test func recordsDeliveryAfterDatabaseRecovers() async throws {
        let (clock, store) = (server.clock, store)
        let transport = SlowMailServer(sendTimeout: .seconds(30)) { store.isDown = true }
        try await queue(1)
        let waits = Mutex(0)
        let node = delivery(over: transport) {
            clock.advance(by: 1)
            let count = waits.withLock { count in
                count += 1
                return count
            }
            if count == 5 { store.isDown = false }
        }
        #expect(try await node.deliverDue() == 1)
        #expect(waits.withLock(\.self) == 5)
        #expect(try await store.nextMessageDue() == nil)
        #expect(transport.sent.count == 1)
    }

    @Test func stopsRecordingDeliveryWhenLeaseExpires() async throws {
        let (clock, store) = (server.clock, store)
        let transport = SlowMailServer(sendTimeout: .seconds(30)) { store.isDown = true }
        try await queue(1)
        let began = clock.now
        #expect(try await delivery(over: transport) { clock.advance(by: 1) }.deliverDue() == 1)
        #expect(clock.now < began.addingTimeInterval(120))
        store.isDown = false
        #expect(try await delivery(over: transport).deliverDue() == 0)
        clock.advance(by: 120)
        #expect(try await delivery(over: transport).deliverDue() == 1)
        #expect(transport.sent.count == 2)
    }
}
