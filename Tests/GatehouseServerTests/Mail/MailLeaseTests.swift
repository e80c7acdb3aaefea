import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Synchronization
import Testing

/// A mail goes out once, though its server is slow, or the database is away while it goes out.
@Suite struct MailLeaseTests {
    /// A mail server that takes its time for each mail.
    private final class SlowMailServer: MailTransport {
        let patience: Duration
        private let takes: @Sendable () -> Void
        private let mails = Mutex<[String]>([])

        init(patience: Duration, takes: @escaping @Sendable () -> Void) {
            self.patience = patience
            self.takes = takes
        }

        var taken: [String] { mails.withLock(\.self) }

        func send(_ message: MailMessage) async throws(DeliveryError) {
            takes()
            mails.withLock { $0.append(message.to) }
        }
    }

    private let store = SpyStore()
    private let server: FullServer
    private let client: Client

    init() async throws {
        server = try await FullServer.with(store: store)
        client = try #require(try await server.core.store.client("app"))
    }

    private func queue(_ count: Int) async throws {
        let outbox = MailOutbox(core: server.core)
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
        over transport: any MailTransport,
        wait: @escaping @Sendable () throws -> Void = { throw CancellationError() }
    ) -> MailDelivery {
        MailDelivery(core: server.core, transport: transport) { _ in try wait() }
    }

    @Test(arguments: [30, 300])
    func whatASlowServerLeavesNoTimeForIsSentByTheNextNode(seconds: Int) async throws {
        let clock = server.clock
        let transport = SlowMailServer(patience: .seconds(seconds)) { clock.advance(by: TimeInterval(seconds)) }
        try await queue(8)
        let began = clock.now
        #expect(try await delivery(over: transport).deliverDue() == 8)
        let first = transport.taken.count
        #expect(1..<8 ~= first)
        // None was begun that could have ended after another node had taken it.
        let lease = TimeInterval(max(120, 2 * seconds))
        #expect(clock.now <= began.addingTimeInterval(lease))
        clock.advance(by: lease)
        while try await delivery(over: transport).deliverDue() > 0 { clock.advance(by: lease) }
        #expect(transport.taken.sorted() == (0..<8).map { "person\($0)@example.com" })
    }

    @Test func thatAMailHasGoneOutIsNotedWhenTheDatabaseIsBack() async throws {
        let (clock, store) = (server.clock, store)
        let transport = SlowMailServer(patience: .seconds(30)) { store.isDown = true }
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
        #expect(try await store.nextMailDue() == nil)
        #expect(transport.taken.count == 1)
    }

    @Test func aDatabaseThatStaysAwayIsNotWaitedForLongerThanTheMailIsOurs() async throws {
        let (clock, store) = (server.clock, store)
        let transport = SlowMailServer(patience: .seconds(30)) { store.isDown = true }
        try await queue(1)
        let began = clock.now
        #expect(try await delivery(over: transport) { clock.advance(by: 1) }.deliverDue() == 1)
        #expect(clock.now < began.addingTimeInterval(120))
        store.isDown = false
        #expect(try await delivery(over: transport).deliverDue() == 0)
        clock.advance(by: 120)
        #expect(try await delivery(over: transport).deliverDue() == 1)
        #expect(transport.taken.count == 2)
    }
}
