import Crypto
import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Audit events reach their receivers: as webhooks (Standard Webhooks) and as security event tokens (RFC 8935).
@Suite struct EventDeliveryTests {
    private static let secret = Data((1...32).map { UInt8($0) })
    private static let audience = "https://partner.example.com"

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
        format: .sharedSignals(audience: audience, authorization: Secret("Bearer token"))
    )

    private static func server(_ receivers: EventReceiver...) throws -> ServerHarness {
        try ServerHarness(
            settings: ServerSettings(
                issuer: ServerHarness.issuer,
                isDevelopment: false,
                mailFrom: "no-reply@example.com",
                eventReceivers: receivers
            )
        )
    }

    private func forward(_ server: ServerHarness) async throws {
        let forwarder = server.identity.jobs.eventForwarder(wait: { _ in throw CancellationError() })
        try await forwarder.removeOtherStreams()
        try await forwarder.registerStreams()
        while try await forwarder.enqueueDue() > 0 {}
    }

    private func deliver(_ server: ServerHarness, to receiver: EventReceiverSpy) async throws {
        let worker = server.identity.jobs.eventWorker(poster: receiver) { _ in throw CancellationError() }
        while try await worker.deliverDue() > 0 {}
    }

    private func record(_ kinds: AuditKind..., in server: ServerHarness, detail: String? = nil) async throws {
        try await server.store.commit(
            kinds.map { kind in
                server.identity.audit.event(
                    kind,
                    server.context,
                    account: "ada",
                    client: "app",
                    session: kind == .sessionEnded ? "session" : nil,
                    detail: detail
                )
            }
        )
    }

    @Test func signsWebhookPerStandardWebhooks() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await record(.passwordChanged, in: server)
        try await forward(server)
        let receiver = EventReceiverSpy()
        try await deliver(server, to: receiver)
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
        let server = try Self.server(Self.webhook(kinds: [.signedIn]), Self.webhook("all"))
        try await forward(server)
        try await record(.signedIn, .signedOut, in: server)
        try await forward(server)
        let receiver = EventReceiverSpy()
        try await deliver(server, to: receiver)
        #expect(receiver.requests.count { $0.url.contains("siem") } == 1)
        #expect(receiver.requests.count { $0.url.contains("all") } == 2)
    }

    @Test func retriesWithSameIDAndNewTimestampUntilAccepted() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await record(.signedIn, in: server)
        try await forward(server)
        let receiver = EventReceiverSpy(.success(PostResponse(status: 500)), .failure(.timedOut))
        for _ in 1...4 {
            try await deliver(server, to: receiver)
            server.clock.advance(by: 60)
        }
        #expect(receiver.requests.count == 3)
        #expect(Set(receiver.requests.map { $0.fields["webhook-id"] }).count == 1)
        #expect(Set(receiver.requests.map(\.body)).count == 1)
        #expect(Set(receiver.requests.map { $0.fields["webhook-timestamp"] }).count == 3)
    }

    @Test func retriesForADay() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await record(.signedIn, in: server)
        try await forward(server)
        let receiver = EventReceiverSpy()
        server.clock.advance(by: 23 * 60 * 60)
        #expect(try await server.store.nextMessageDue() != nil)
        server.clock.advance(by: 60 * 60)
        try await deliver(server, to: receiver)
        #expect(receiver.requests.isEmpty)
        #expect(try await server.store.nextMessageDue() == nil)
        // A dropped event must not cause another one.
        #expect(try await server.auditKinds() == [.signedIn])
    }

    @Test func slowReceiverDoesNotDelayOthers() async throws {
        let server = try Self.server(Self.webhook("slow", kinds: [.signedIn]), Self.webhook(kinds: [.signedOut]))
        let (slow, other) = (SlowReceiver(server.clock), EventReceiverSpy())
        try await forward(server)
        try await record(.signedIn, .signedIn, .signedIn, in: server)
        try await forward(server)
        let worker = server.identity.jobs.eventWorker(poster: slow) { _ in throw CancellationError() }
        #expect(try await worker.deliverDue() == 3)
        #expect(slow.requests.count == 1)
        // The others wait for as long as it took, and their attempts are not counted.
        #expect(try await worker.deliverDue() == 0)
        try await record(.signedOut, .signedOut, in: server)
        try await forward(server)
        try await deliver(server, to: other)
        #expect(other.requests.count == 2)
        server.clock.advance(by: 4)
        #expect(try await worker.deliverDue() == 2)
        #expect(slow.requests.count == 2)
    }

    @Test func stopsForReceiverThatIsGone() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await record(.signedIn, in: server)
        try await forward(server)
        try await deliver(server, to: EventReceiverSpy(.success(PostResponse(status: 410))))
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test func verifiesNewStreamOfSharedSignals() async throws {
        let server = try Self.server(Self.stream)
        try await forward(server)
        try await forward(server)
        let receiver = EventReceiverSpy()
        try await deliver(server, to: receiver)
        #expect(receiver.requests.count == 1)
        let claims = try await claims(of: receiver.requests.first, server)
        #expect(claims["sub_id"] == ["format": "opaque", "id": "shared-signals:partner"])
        #expect(claims["events"] == ["https://schemas.openid.net/secevent/ssf/event-type/verification": [:]])
    }

    @Test func pushesEndedSession() async throws {
        let server = try Self.server(Self.stream)
        let claims = try await pushed(.sessionEnded, in: server)
        #expect(claims["iss"] == .string(ServerHarness.issuer) && claims["aud"] == .string(Self.audience))
        #expect(claims["sub"] == nil && claims["exp"] == nil)
        #expect(claims["txn"] == "request-1")
        let user: JSONValue = ["format": "iss_sub", "iss": .string(ServerHarness.issuer), "sub": "ada"]
        let session: JSONValue = ["format": "opaque", "id": "session"]
        #expect(claims["sub_id"] == ["format": "complex", "user": user, "session": session])
        let event = claims["events"]?["https://schemas.openid.net/secevent/caep/event-type/session-revoked"]
        #expect(event?["initiating_entity"] == "user")
        #expect(event?["event_timestamp"] == .integer(UnixTime(server.now).seconds))
        #expect(event?["reason_admin"] == ["en": "session.ended"])
    }

    @Test func pushesChangedPassword() async throws {
        let claims = try await pushed(.passwordChanged, in: Self.server(Self.stream))
        #expect(claims["sub_id"]?["format"] == "iss_sub")
        let event = claims["events"]?["https://schemas.openid.net/secevent/caep/event-type/credential-change"]
        #expect(event?["credential_type"] == "password" && event?["change_type"] == "update")
    }

    @Test func pushesDisabledAccount() async throws {
        let claims = try await pushed(.accountUpdated, in: Self.server(Self.stream), detail: "disabled")
        #expect(claims["events"]?["https://schemas.openid.net/secevent/risc/event-type/account-disabled"] != nil)
    }

    @Test func pushesWithdrawnConsentToItsClientOnly() async throws {
        let receivers = ["app", "other"].map { audience in
            EventReceiver(
                name: audience,
                url: "https://\(audience).example.com",
                format: .sharedSignals(audience: audience, authorization: nil)
            )
        }
        let server = try Self.server(receivers[0], receivers[1])
        for receiver in receivers { _ = try await server.addClient(receiver.name) }
        try await forward(server)
        try await deliver(server, to: EventReceiverSpy())
        try await record(.consentWithdrawn, in: server)
        try await forward(server)
        let spy = EventReceiverSpy()
        try await deliver(server, to: spy)
        #expect(spy.requests.map(\.url) == ["https://app.example.com"])
        let claims = try await claims(of: spy.requests.first, server)
        #expect(claims["events"]?["https://schemas.openid.net/secevent/caep/event-type/session-revoked"] != nil)
    }

    @Test func namesUserByPairwiseSubjectOfAudience() async throws {
        let receiver = EventReceiver(
            name: "partner",
            url: "https://partner.example.com",
            format: .sharedSignals(audience: "partner", authorization: nil)
        )
        let server = try Self.server(receiver)
        _ = try await server.addClient("partner") { $0.sectorIdentifier = "partner.example.com" }
        let claims = try await pushed(.passwordChanged, in: server)
        let subject = try #require(claims["sub_id"]?["sub"]?.string)
        #expect(subject != "ada")
    }

    @Test func sendsNothingForDeletedClient() async throws {
        let receiver = EventReceiver(
            name: "partner",
            url: "https://partner.example.com",
            format: .sharedSignals(audience: "partner", authorization: nil)
        )
        let server = try Self.server(receiver)
        try await forward(server)
        try await deliver(server, to: EventReceiverSpy())
        try await record(.passwordChanged, in: server)
        try await forward(server)
        let spy = EventReceiverSpy()
        try await deliver(server, to: spy)
        #expect(spy.requests.isEmpty)
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test(arguments: [("invalid_audience", 1), ("authentication_failed", 2)])
    func retriesUnlessReceiverRejectsToken(code: String, count: Int) async throws {
        let server = try Self.server(Self.stream)
        try await forward(server)
        let rejection = PostResponse(status: 400, body: Data(#"{"err":"\#(code)","description":"No."}"#.utf8))
        let receiver = EventReceiverSpy(.success(rejection))
        for _ in 1...2 {
            try await deliver(server, to: receiver)
            server.clock.advance(by: 60)
        }
        #expect(receiver.requests.count == count)
    }

    @Test func removesStreamOfRemovedReceiver() async throws {
        let server = try Self.server(Self.stream, Self.webhook())
        try await forward(server)
        let later = try ServerHarness(store: server.store)
        try await forward(later)
        #expect(try await server.store.eventStreams().isEmpty)
    }

    @Test func registersStreamThatNodeWithOlderFileRemoves() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await forward(ServerHarness(store: server.store))
        let forwarder = server.identity.jobs.eventForwarder(wait: { _ in throw CancellationError() })
        try await forwarder.registerStreams()
        #expect(try await server.store.eventStreams() == ["webhook:siem"])
    }

    @Test func leavesEventsToNodesWithNewerFile() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await record(.signedIn, in: server)
        try await forward(server)
        let receiver = EventReceiverSpy()
        try await deliver(ServerHarness(store: server.store, clock: server.clock), to: receiver)
        #expect(receiver.requests.isEmpty)
        server.clock.advance(by: 60)
        try await deliver(server, to: receiver)
        #expect(receiver.requests.count == 1)
    }

    @Test func dropsEventsOfRemovedReceiver() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await record(.signedIn, in: server)
        try await forward(server)
        let later = try ServerHarness(store: server.store, clock: server.clock)
        try await forward(later)
        try await deliver(later, to: EventReceiverSpy())
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test func enqueuesEventOnceForTwoNodes() async throws {
        let server = try Self.server(Self.webhook())
        try await forward(server)
        try await record(.signedIn, in: server)
        let notice = try #require(try await server.store.eventNotices(for: ["webhook:siem"], limit: 1).first)
        // The other node enqueues it between the read and the commit.
        server.store.precede([.eventStream(.removeNotice(notice.stream, notice.event))])
        try await forward(server)
        #expect(try await server.store.nextMessageDue() == nil)
    }

    /// Records an event and returns the claims of its token.
    private func pushed(
        _ kind: AuditKind,
        in server: ServerHarness,
        detail: String? = nil
    ) async throws -> JSONValue {
        try await forward(server)
        try await deliver(server, to: EventReceiverSpy())
        try await record(kind, in: server, detail: detail)
        try await forward(server)
        let receiver = EventReceiverSpy()
        try await deliver(server, to: receiver)
        return try await claims(of: receiver.requests.first, server)
    }

    private func claims(of request: EventReceiverSpy.Request?, _ server: ServerHarness) async throws -> JSONValue {
        let request = try #require(request)
        #expect(request.fields["Content-Type"] == "application/secevent+jwt")
        let token = Secret(String(decoding: request.body, as: UTF8.self))
        return try await server.read(token, as: JSONValue.self, kind: .securityEvent).claims
    }
}
