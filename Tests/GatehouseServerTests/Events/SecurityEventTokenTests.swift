import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Audit events as security event tokens (RFC 8417) of shared signals.
@Suite struct SecurityEventTokenTests {
    private static let audience = "https://partner.example.com"
    private static let stream = receiver("partner", audience: audience)

    private static func receiver(_ name: String, audience: String) -> EventReceiver {
        EventReceiver(
            name: name,
            url: "https://\(name).example.com",
            format: .sharedSignals(audience: audience, authorization: Secret("Bearer token"))
        )
    }

    /// Returns the claims of the tokens that the receivers get for an event, in order of their URLs.
    private func pushed(
        in server: ServerHarness,
        record: () async throws -> Void
    ) async throws -> [JSONValue] {
        try await server.identity.forwardEvents()
        try await server.identity.deliverEvents(to: EventReceiverSpy())
        try await record()
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy()
        try await server.identity.deliverEvents(to: receiver)
        var all: [JSONValue] = []
        for request in receiver.requests.sorted(by: { $0.url < $1.url }) {
            all.append(try await claims(of: request, in: server))
        }
        return all
    }

    private func pushed(_ kind: AuditKind, in server: ServerHarness, detail: String? = nil) async throws -> JSONValue {
        let all = try await pushed(in: server) { try await server.recordEvents(kind, detail: detail) }
        return try #require(all.first)
    }

    private func claims(of request: EventReceiverSpy.Request?, in server: ServerHarness) async throws -> JSONValue {
        let request = try #require(request)
        #expect(request.fields["Content-Type"] == "application/secevent+jwt")
        let token = Secret(String(decoding: request.body, as: UTF8.self))
        return try await server.read(token, as: JSONValue.self, kind: .securityEvent).claims
    }

    @Test func verifiesNewStreamOfSharedSignals() async throws {
        let server = try ServerHarness(receivers: [Self.stream])
        try await server.identity.forwardEvents()
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy()
        try await server.identity.deliverEvents(to: receiver)
        #expect(receiver.requests.count == 1)
        let claims = try await claims(of: receiver.requests.first, in: server)
        #expect(claims["sub_id"] == ["format": "opaque", "id": "shared-signals:partner"])
        #expect(claims["events"] == ["https://schemas.openid.net/secevent/ssf/event-type/verification": [:]])
    }

    @Test func pushesEndedSession() async throws {
        let server = try ServerHarness(receivers: [Self.stream])
        let claims = try await pushed(.sessionEnded, in: server)
        #expect(claims["iss"] == .string(ServerHarness.issuer) && claims["aud"] == .string(Self.audience))
        #expect(claims["sub"] == nil && claims["exp"] == nil)
        #expect(claims["jti"] != nil && claims["txn"] != nil)
        let user: JSONValue = ["format": "iss_sub", "iss": .string(ServerHarness.issuer), "sub": "ada"]
        let session: JSONValue = ["format": "opaque", "id": "session"]
        #expect(claims["sub_id"] == ["format": "complex", "user": user, "session": session])
        let event = claims["events"]?["https://schemas.openid.net/secevent/caep/event-type/session-revoked"]
        #expect(event?["initiating_entity"] == "user")
        #expect(event?["event_timestamp"] == .integer(UnixTime(server.now).seconds))
        #expect(event?["reason_admin"] == ["en": "session.ended"])
    }

    @Test func pushesChangedPassword() async throws {
        let claims = try await pushed(.passwordChanged, in: ServerHarness(receivers: [Self.stream]))
        #expect(claims["sub_id"]?["format"] == "iss_sub")
        let event = claims["events"]?["https://schemas.openid.net/secevent/caep/event-type/credential-change"]
        #expect(event?["credential_type"] == "password" && event?["change_type"] == "update")
    }

    @Test func pushesDisabledAccount() async throws {
        let claims = try await pushed(.accountUpdated, in: ServerHarness(receivers: [Self.stream]), detail: "disabled")
        #expect(claims["events"]?["https://schemas.openid.net/secevent/risc/event-type/account-disabled"] != nil)
    }

    @Test func pushesWithdrawnConsentToItsClientOnly() async throws {
        let receivers = ["app", "other"].map { Self.receiver($0, audience: $0) }
        let server = try ServerHarness(receivers: receivers)
        for receiver in receivers { _ = try await server.addClient(receiver.name) }
        let all = try await pushed(in: server) { try await server.recordEvents(.consentWithdrawn) }
        #expect(all.map { $0["aud"] } == ["app"])
        let event = "https://schemas.openid.net/secevent/caep/event-type/session-revoked"
        #expect(all.first?["events"]?[event] != nil)
    }

    @Test func namesUserByPairwiseSubjectOfAudience() async throws {
        let server = try ServerHarness(receivers: [Self.receiver("partner", audience: "partner")])
        _ = try await server.addClient("partner") { $0.sectorIdentifier = "partner.example.com" }
        let claims = try await pushed(.passwordChanged, in: server)
        let subject = try #require(claims["sub_id"]?["sub"]?.string)
        #expect(subject != "ada")
    }

    /// Two clients that compare their tokens must not find the users that they have in common.
    @Test func sharesNoIdentifierBetweenClientsWithPairwiseSubjects() async throws {
        let receivers = ["first", "second"].map { Self.receiver($0, audience: $0) }
        let server = try ServerHarness(receivers: receivers)
        let account = try await server.addAccount()
        for name in receivers.map(\.name) {
            let client = try await server.addClient(name) { $0.sectorIdentifier = "\(name).example.com" }
            _ = try await server.signIn(account, to: client)
        }
        let sessions = try await server.store.sessions(of: account.id)
        let session = try #require(sessions.first { $0.clientID == "first" })
        let all = try await pushed(in: server) {
            try await server.recordEvents(.sessionEnded, account: account.id, client: "first", session: session.id)
        }
        #expect(all.map { $0["aud"] } == ["first", "second"])
        #expect(all.first?["sub_id"]?["session"]?["id"] == .string(session.id.rawValue))
        let values = all.flatMap { claims in
            [
                claims["jti"], claims["txn"], claims["sub_id"]?["user"]?["sub"], claims["sub_id"]?["session"]?["id"],
            ]
        }
        let texts = values.compactMap { $0?.string }
        #expect(texts.count == 8 && Set(texts).count == 8)
        #expect(!texts.contains("request-1") && !texts.contains(account.id.rawValue))
    }

    @Test func repeatsIdentifiersAtEachAttempt() async throws {
        let server = try ServerHarness(receivers: [Self.stream])
        try await server.identity.forwardEvents()
        try await server.identity.deliverEvents(to: EventReceiverSpy())
        try await server.recordEvents(.passwordChanged)
        try await server.identity.forwardEvents()
        let receiver = EventReceiverSpy(.success(PostResponse(status: 500)))
        for _ in 1...2 {
            try await server.identity.deliverEvents(to: receiver)
            server.clock.advance(by: 60)
        }
        #expect(receiver.requests.count == 2)
        let first = try await claims(of: receiver.requests.first, in: server)
        let second = try await claims(of: receiver.requests.last, in: server)
        #expect(first["jti"] == second["jti"] && first["txn"] == second["txn"])
        #expect(first["iat"] != second["iat"])
    }

    /// The account's own identifier would reveal more than the deleted client knew.
    @Test(arguments: ["partner", "https://partner.example.com/client"])
    func sendsNothingForDeletedClient(audience: String) async throws {
        let receivers = [Self.receiver("partner", audience: audience)]
        let server = try ServerHarness(receivers: receivers, acceptsMetadataDocuments: true)
        let all = try await pushed(in: server) { try await server.recordEvents(.passwordChanged) }
        #expect(all.isEmpty)
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test(arguments: [("invalid_audience", 1), ("authentication_failed", 2)])
    func retriesUnlessReceiverRejectsToken(code: String, count: Int) async throws {
        let server = try ServerHarness(receivers: [Self.stream])
        try await server.identity.forwardEvents()
        let rejection = PostResponse(status: 400, body: Data(#"{"err":"\#(code)","description":"No."}"#.utf8))
        let receiver = EventReceiverSpy(.success(rejection))
        for _ in 1...2 {
            try await server.identity.deliverEvents(to: receiver)
            server.clock.advance(by: 60)
        }
        #expect(receiver.requests.count == count)
    }
}
