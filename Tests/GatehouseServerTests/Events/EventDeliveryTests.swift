import Crypto
import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Audit events reach their receivers: as webhooks (Standard Webhooks) and by push (RFC 8935).
@Suite struct EventDeliveryTests {
    private static let secret = Data((1...32).map { UInt8($0) })

    private static func webhook(_ name: String = "siem", kinds: Set<AuditKind> = []) throws -> EventReceiver {
        let secret = try #require(WebhookSecret("whsec_" + secret.base64EncodedString()))
        return EventReceiver(
            name: name,
            url: "https://\(name).example.com/hooks",
            format: .webhook(secret, kinds: kinds)
        )
    }

    private static let stream = EventReceiver(
        name: "partner",
        url: "https://partner.example.com/events",
        format: .sharedSignals(audience: "https://partner.example.com", authorization: Secret("Bearer token"))
    )

    @Test func signsWebhookPerStandardWebhooks() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.passwordChanged)
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy()
        try await server.identity.deliverEvents(to: receiver)
        let request = try #require(receiver.requests.first)
        #expect(receiver.requests.count == 1 && request.url == "https://siem.example.com/hooks")
        let body = try JSONCoding.decode(JSONValue.self, from: request.body)
        #expect(body["type"] == "password.changed")
        #expect(body["data"]?["actor"] == "user:ada")
        #expect(body["data"]?["client"] == "app")
        let id = try #require(request.fields["webhook-id"])
        #expect(body["data"]?["id"] == .string(id))
        let time = try #require(request.fields["webhook-timestamp"])
        #expect(Int64(time) == UnixTime(server.now).seconds)
        let signed = Data("\(id).\(time).".utf8) + request.body
        let mac = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: Self.secret))
        #expect(request.fields["webhook-signature"] == "v1," + Data(mac).base64EncodedString())
    }

    @Test func sendsKindsOfFilterOnly() async throws {
        let server = try ServerHarness(receivers: [Self.webhook(kinds: [.signedIn]), Self.webhook("all")])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn, .signedOut)
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy()
        try await server.identity.deliverEvents(to: receiver)
        #expect(receiver.requests.count { $0.url.contains("siem") } == 1)
        #expect(receiver.requests.count { $0.url.contains("all") } == 2)
    }

    @Test func retriesWithSameIDAndNewTimestampUntilAccepted() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn)
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy(.success(PostResponse(status: 500)), .failure(.timedOut))
        for _ in 1...4 {
            try await server.identity.deliverEvents(to: receiver)
            server.clock.advance(by: 60)
        }
        #expect(receiver.requests.count == 3)
        #expect(Set(receiver.requests.map { $0.fields["webhook-id"] }).count == 1)
        #expect(Set(receiver.requests.map(\.body)).count == 1)
        #expect(Set(receiver.requests.map { $0.fields["webhook-timestamp"] }).count == 3)
    }

    @Test func retriesForADay() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn)
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy()
        server.clock.advance(by: 23 * 60 * 60)
        #expect(try await server.store.nextMessageDue() != nil)
        server.clock.advance(by: 60 * 60)
        try await server.identity.deliverEvents(to: receiver)
        #expect(receiver.requests.isEmpty)
        #expect(try await server.store.nextMessageDue() == nil)
        // A dropped event must not cause another one.
        #expect(try await server.auditKinds() == [.signedIn])
    }

    @Test func slowReceiverDoesNotDelayOthers() async throws {
        let receivers = try [Self.webhook("slow", kinds: [.signedIn]), Self.webhook(kinds: [.signedOut])]
        let server = try ServerHarness(receivers: receivers)
        let (slow, other) = (SlowReceiver(server.clock), EventReceiverSpy())
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn, .signedIn, .signedIn)
        try await server.identity.forwardEvents()
        let worker = server.identity.jobs.eventWorker(poster: slow) { _ in throw CancellationError() }
        #expect(try await worker.deliverDue() == 3)
        #expect(slow.requests.count == 1)
        // The others wait for as long as it took, and their attempts are not counted.
        #expect(try await worker.deliverDue() == 0)
        try await server.recordEvents(.signedOut, .signedOut)
        try await server.identity.forwardEvents()
        try await server.identity.deliverEvents(to: other)
        #expect(other.requests.count == 2)
        server.clock.advance(by: 4)
        #expect(try await worker.deliverDue() == 2)
        #expect(slow.requests.count == 2)
    }

    @Test func triesFailingReceiverOncePerPause() async throws {
        let receivers = try [Self.webhook("down", kinds: [.signedIn]), Self.webhook(kinds: [.signedOut])]
        let server = try ServerHarness(receivers: receivers)
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn, .signedIn, .signedIn, .signedIn, .signedOut)
        try await server.identity.forwardEvents()
        let receiver = FailingReceiver(until: server.now + 30, server.clock)
        let worker = server.identity.jobs.eventWorker(poster: receiver) { _ in throw CancellationError() }
        let start = server.now
        for _ in 1...60 {
            while try await worker.deliverDue() > 0 {}
            server.clock.advance(by: 1)
        }
        let times = receiver.attempts.filter { $0.url.contains("down") }.map { Int($0.at.timeIntervalSince(start)) }
        // The pauses of 5, 10 and 20 seconds, then all at once.
        #expect(times.prefix(4) == [0, 5, 15, 35])
        #expect(times.count == 7)
        #expect(receiver.attempts.count { $0.url.contains("siem") } == 1)
    }

    @Test func stopsForReceiverThatIsGone() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn)
        try await server.identity.forwardEvents()
        try await server.identity.deliverEvents(to: EventReceiverSpy(.success(PostResponse(status: 410))))
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test func removesStreamOfRemovedReceiver() async throws {
        let server = try ServerHarness(receivers: [Self.stream, Self.webhook()])
        try await server.identity.forwardEvents()
        let later = try ServerHarness(store: server.store)
        try await later.identity.forwardEvents()
        #expect(try await server.store.eventStreams().isEmpty)
    }

    @Test func registersStreamThatNodeWithOlderFileRemoves() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await ServerHarness(store: server.store).identity.forwardEvents()
        let forwarder = server.identity.jobs.eventForwarder(wait: { _ in throw CancellationError() })
        try await forwarder.registerStreams()
        #expect(try await server.store.eventStreams() == ["webhook:siem"])
    }

    @Test func leavesEventsToNodesWithNewerFile() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn)
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy()
        try await ServerHarness(store: server.store, clock: server.clock).identity.deliverEvents(to: receiver)
        #expect(receiver.requests.isEmpty)
        server.clock.advance(by: 60)
        try await server.identity.deliverEvents(to: receiver)
        #expect(receiver.requests.count == 1)
    }

    @Test func dropsEventsOfRemovedReceiver() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn)
        try await server.identity.forwardEvents()
        let later = try ServerHarness(store: server.store, clock: server.clock)
        try await later.identity.forwardEvents()
        try await later.identity.deliverEvents(to: EventReceiverSpy())
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test func enqueuesEventOnceForTwoNodes() async throws {
        let server = try ServerHarness(receivers: [Self.webhook()])
        try await server.identity.forwardEvents()
        try await server.recordEvents(.signedIn)
        let notice = try #require(try await server.store.eventNotices(for: ["webhook:siem"], limit: 1).first)
        // The other node enqueues it between the read and the commit.
        server.store.precede([.eventStream(.removeNotice(notice.stream, notice.event))])
        try await server.identity.forwardEvents()
        #expect(try await server.store.nextMessageDue() == nil)
    }
}
