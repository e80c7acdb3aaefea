import Crypto
import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Signs audit events and posts them to their receivers: webhooks, and security event tokens (RFC 8935).
final class EventSender: EventTransport {
    private let receivers: [EventStream.ID: EventReceiver]
    private let issuer: String
    private let records: RecordLookup
    private let keys: KeyLookup
    private let subjects: SubjectIdentifiers
    private let environment: ServerEnvironment
    private let poster: any EventPoster
    /// The rules of clients that are URLs; `nil` if the server accepts none.
    private let documents: ClientMetadataPolicy?

    init(
        settings: ServerSettings,
        records: RecordLookup,
        keys: KeyLookup,
        subjects: SubjectIdentifiers,
        environment: ServerEnvironment,
        poster: any EventPoster
    ) {
        receivers = Dictionary(settings.eventReceivers.map { ($0.stream, $0) }) { first, _ in first }
        issuer = settings.issuer
        self.records = records
        self.keys = keys
        self.subjects = subjects
        self.environment = environment
        self.poster = poster
        documents =
            settings.registration.acceptsMetadataDocuments
            ? ClientMetadataPolicy(allowsLoopback: settings.isDevelopment) : nil
    }

    func send(_ message: EventMessage) async throws(DeliveryError) {
        guard let receiver = receivers[message.stream] else { return try await checkRemoval(of: message.stream) }
        guard let url = RemoteURL(receiver.url) else { throw .permanent("\(message.stream) has no https URL") }
        guard let (body, fields) = try await request(with: message, to: receiver) else { return }
        let response: PostResponse
        do throws(RemoteDocumentError) { response = try await poster.post(body, fields: fields, to: url) } catch {
            throw .transient("\(message.stream) failed: \(error)")
        }
        try check(response, of: receiver)
    }

    /// Throws for a stream that other nodes, whose file is newer, still have; the events of removed ones are dropped.
    private func checkRemoval(of stream: EventStream.ID) async throws(DeliveryError) {
        let registered: [EventStream.ID]
        do { registered = try await records.eventStreams() } catch {
            throw .transient("the streams of events cannot be read")
        }
        guard !registered.contains(stream) else { throw .transient("\(stream) is not configured on this node") }
    }

    /// Returns the body and the header fields; `nil` for an event that the receiver does not get.
    private func request(
        with message: EventMessage,
        to receiver: EventReceiver
    ) async throws(DeliveryError) -> (body: Data, fields: [(name: String, value: String)])? {
        switch receiver.format {
        case .webhook(let secret, _):
            guard let event = message.event else { return nil }
            let body = try WebhookBody(event).encoded()
            return (body, webhookFields(of: message, body, secret))
        case .sharedSignals(let audience, let authorization):
            guard let token = try await token(of: message, for: audience) else { return nil }
            var fields = [("Content-Type", SecurityEventPushError.requestType), ("Accept", "application/json")]
            if let authorization { fields.append(("Authorization", authorization.reveal())) }
            return (Data(token.reveal().utf8), fields.map { (name: $0.0, value: $0.1) })
        }
    }

    /// Throws unless the receiver has accepted an event.
    private func check(_ response: PostResponse, of receiver: EventReceiver) throws(DeliveryError) {
        guard !(200..<300 ~= response.status) else { return }
        let reason = "\(receiver.stream) responded with status \(response.status)"
        // Standard Webhooks: the receiver wants no more events.
        if case .webhook = receiver.format, response.status == 410 { throw .permanent(reason) }
        // RFC 8935 §2.3: the receiver rejects the token.
        if receiver.usesSharedSignals, response.status == 400,
            let error = try? JSONDecoder().decode(SecurityEventPushError.self, from: response.body)
        {
            let described = "\(reason): \(SingleLineText.flatten(String(error.code.unicodeScalars.prefix(64))))"
            throw error.isPermanent ? .permanent(described) : .transient(described)
        }
        throw .transient(reason)
    }

    /// Returns the header fields of a webhook, with its signature.
    private func webhookFields(
        of message: EventMessage,
        _ body: Data,
        _ secret: WebhookSecret
    ) -> [(name: String, value: String)] {
        let time = UnixTime(environment.now).seconds
        var mac = HMAC<SHA256>(key: SymmetricKey(data: secret.bytes))
        mac.update(data: Data("\(message.id).\(time).".utf8))
        mac.update(data: body)
        return [
            ("Content-Type", "application/json"), ("webhook-id", message.id), ("webhook-timestamp", "\(time)"),
            ("webhook-signature", "v1," + Data(mac.finalize()).base64EncodedString()),
        ]
    }

    /// Returns a new security event token; `nil` for an event that is none.
    private func token(of message: EventMessage, for audience: String) async throws(DeliveryError) -> Secret? {
        guard let claims = try await claims(of: message, for: audience) else { return nil }
        do {
            // The algorithm of CAEP's interoperability profile.
            return try await keys.sign(claims, as: .securityEvent, with: .rs256)
        } catch {
            throw .transient("the security event token cannot be signed")
        }
    }

    private func claims(
        of message: EventMessage,
        for audience: String
    ) async throws(DeliveryError) -> SecurityEventClaims? {
        guard let event = message.event else {
            return claims(of: message, for: audience, .verification, .stream(message.stream.rawValue))
        }
        guard let security = SecurityEvent(event, for: audience) else { return nil }
        let client = try await client(of: audience)
        let user = client.map { subjects.subject(of: security.account, for: $0) } ?? security.account.rawValue
        var subject = SecurityEventSubject.user(issuer: issuer, subject: user)
        if let session = security.session {
            subject = .session(sessionID(of: session, event, for: client), issuer: issuer, subject: user)
        }
        var claims = claims(of: message, for: audience, security.type, subject)
        claims.transaction = event.requestID.map { subjects.eventIdentifier($0, in: message.stream) }
        claims.details = SecurityEventDetails(event, security)
        return claims
    }

    private func claims(
        of message: EventMessage,
        for audience: String,
        _ type: SecurityEventType,
        _ subject: SecurityEventSubject
    ) -> SecurityEventClaims {
        SecurityEventClaims(
            issuer: issuer,
            audience: audience,
            issuedAt: UnixTime(environment.now),
            tokenID: subjects.eventIdentifier(message.id, in: message.stream),
            type: type,
            subject: subject
        )
    }

    /// Returns the client whose ID an audience is; `nil` for another URI (RFC 7519 §2), which gets the accounts' own
    /// identifiers.
    ///
    /// Throws if the audience can be a client that was deleted, which may have known pairwise identifiers only.
    private func client(of audience: String) async throws(DeliveryError) -> Client? {
        let client: Client?
        do { client = try await records.client(Client.ID(audience)) } catch {
            throw .transient("the audience cannot be read")
        }
        if let client { return client }
        guard audience.contains(":") else { throw .permanent("the audience is neither a client nor a URL") }
        guard documents?.url(audience) == nil else {
            throw .permanent("the audience is not a client, but its URL can be that of a metadata document")
        }
        return nil
    }

    /// Returns the identifier of a session for an audience: the `sid` of its access tokens.
    ///
    /// For other clients than the session's own, which the event names, it differs: a common one would relate the
    /// pairwise subjects of a user.
    private func sessionID(of session: Session.ID, _ event: AuditEvent, for client: Client?) -> String {
        guard let client, event.clientID != client.id else { return session.rawValue }
        return subjects.sessionID(of: session, for: client.id)
    }
}

/// The body of a webhook (Standard Webhooks).
private struct WebhookBody: Encodable {
    struct Content: Encodable {
        let id: String
        let actor: String?
        let account: String?
        let client: String?
        let session: String?
        let address: String?
        let request: String?
        let detail: String?
    }

    let type: String
    let timestamp: Date
    let data: Content

    init(_ event: AuditEvent) {
        type = event.kind.rawValue
        timestamp = event.at
        data = Content(
            id: event.id.rawValue,
            actor: event.actor?.text,
            account: event.accountID?.rawValue,
            client: event.clientID?.rawValue,
            session: event.sessionID?.rawValue,
            address: event.address,
            request: event.requestID,
            detail: event.detail
        )
    }

    /// Returns the JSON, the same at each attempt.
    func encoded() throws(DeliveryError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        do { return try encoder.encode(self) } catch { throw .permanent("the event cannot be encoded") }
    }
}
