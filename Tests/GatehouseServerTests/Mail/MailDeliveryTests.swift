import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Synchronization
import Testing

@Suite struct MailDeliveryTests {
    /// A gateway that answers as it is told, and keeps what it was handed.
    private final class Gateway: SMSTransport {
        private let state = Mutex<(failures: [DeliveryError], taken: [SMSMessage])>(([], []))

        init(failing failures: [DeliveryError] = []) {
            state.withLock { $0.failures = failures }
        }

        var taken: [SMSMessage] { state.withLock(\.taken) }

        func send(_ message: SMSMessage) async throws(DeliveryError) {
            let failure: DeliveryError? = state.withLock { state in
                state.taken.append(message)
                return state.failures.isEmpty ? nil : state.failures.removeFirst()
            }
            if let failure { throw failure }
        }
    }

    private static let number = "+819012345678"
    private let server: FullServer
    private let client: Client

    init() async throws {
        server = try await FullServer.with()
        client = try #require(try await server.core.store.client("app"))
    }

    private func queueSMS(_ kind: SMSKind = .numberCode("12345678"), validFor seconds: TimeInterval = 600) async throws
    {
        let change = try MailOutbox(core: server.core).sms(
            kind,
            to: Self.number,
            language: .english,
            client: client,
            expiresAt: server.clock.now.addingTimeInterval(seconds)
        )
        try await server.core.store.commit([change])
    }

    private func delivery(_ gateway: Gateway?) -> MailDelivery {
        MailDelivery(core: server.core, transport: server.delivered, sms: gateway) { _ in throw CancellationError() }
    }

    @Test func smsGoToTheGatewayAndMailToTheMailServer() async throws {
        let gateway = Gateway()
        try await queueSMS()
        let mail = try MailOutbox(core: server.core).mail(
            .addressTaken,
            to: "ada@example.com",
            language: .english,
            client: client,
            expiresAt: server.clock.now.addingTimeInterval(600)
        )
        try await server.core.store.commit([mail])
        #expect(try await delivery(gateway).deliverDue() == 2)
        #expect(gateway.taken.map(\.to) == [Self.number])
        #expect(gateway.taken.first?.text.hasPrefix("12345678 is your Example App code.") == true)
        #expect(server.delivered.all.map(\.to) == ["ada@example.com"])
        #expect(try await server.core.store.nextMailDue() == nil)
    }

    @Test func whatFailsForTheMomentIsTriedAgainAsTheSameMessage() async throws {
        let gateway = Gateway(failing: [.transient("down"), .transient("down")])
        let delivery = delivery(gateway)
        try await queueSMS()
        #expect(try await delivery.deliverDue() == 1)
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(by: 5)
        #expect(try await delivery.deliverDue() == 1)
        server.clock.advance(by: 5)
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(by: 5)
        #expect(try await delivery.deliverDue() == 1)
        #expect(gateway.taken.count == 3 && Set(gateway.taken.map(\.id)).count == 1)
        #expect(try await server.core.store.nextMailDue() == nil)
    }

    @Test func whatFailsForGoodIsDroppedAndNoted() async throws {
        let gateway = Gateway(failing: [.permanent("the SMS gateway answered 422")])
        try await queueSMS()
        #expect(try await delivery(gateway).deliverDue() == 1)
        #expect(try await server.core.store.nextMailDue() == nil)
        let event = try #require(try await server.core.store.events(of: nil, before: nil, limit: 1).first)
        #expect(event.kind == .mailFailed && event.detail == "the SMS gateway answered 422")
    }

    @Test func aCodeThatHasExpiredIsNotSent() async throws {
        let gateway = Gateway()
        try await queueSMS(validFor: 60)
        server.clock.advance(by: 60)
        #expect(try await delivery(gateway).deliverDue() == 1)
        #expect(gateway.taken.isEmpty)
        #expect(try await server.audited().last == .mailFailed)
    }

    @Test func withoutAGatewayItIsGivenUp() async throws {
        try await queueSMS()
        #expect(try await delivery(nil).deliverDue() == 1)
        #expect(try await server.core.store.nextMailDue() == nil)
        #expect(try await server.audited().last == .mailFailed)
    }

    @Test(arguments: [(3_600.0, 60), (3_599.9, 60), (570.0, 10), (569.9, 9), (20.0, 1)])
    func sayHowLongTheyAreGood(seconds: TimeInterval, minutes: Int) async throws {
        try await queueSMS(validFor: seconds)
        try await server.deliverMail()
        #expect(server.delivered.texts.first?.text.contains("works for \(minutes) minutes") == true)
    }

    @Test func theTestServerReadsSMS() async throws {
        let link = MailedLink(transaction: "abc", code: "87654321")
        try await queueSMS()
        #expect(try await server.mailedCode(to: Self.number) == "12345678")
        #expect(try await server.mailedLink(to: Self.number) == nil)
        server.clock.advance(by: 1)
        try await queueSMS(.passwordResetLink(link))
        #expect(
            try await server.mailedLink(to: Self.number)
                == URL(string: "https://login.example.com/link?token=abc.87654321")
        )
        #expect(server.delivered.texts.map(\.to) == [Self.number, Self.number])
        #expect(try await server.mailCount == 2)
    }

    @Test func theQueueHoldsNeitherNumberNorCode() async throws {
        try await queueSMS()
        let now = server.clock.now
        let queued = try #require(
            try await server.core.store.takeDueMail(at: now, until: now.addingTimeInterval(60), limit: 1).first
        )
        let bytes = String(decoding: queued.sealedMessage, as: UTF8.self)
        #expect(!bytes.contains("12345678") && !bytes.contains("9012345678"))
    }
}
