import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Signs logout tokens and posts them to clients (OpenID Connect Back-Channel Logout §2.4, §2.5).
final class BackChannelLogoutSender: LogoutTransport {
    /// The lifetime of a token in seconds; §2.4 recommends at most two minutes.
    private static let tokenLifetime: Int64 = 120
    /// The time in seconds for which an endpoint that did not respond is not requested again, so that one endpoint does
    /// not delay all messages.
    private static let pause: TimeInterval = 30
    private static let pauseLimit = 1024

    private let issuer: String
    private let records: RecordLookup
    private let keys: KeyLookup
    private let subjects: SubjectIdentifiers
    private let environment: ServerEnvironment
    private let forms: any RemoteFormSender
    private let paused = Mutex<[String: Date]>([:])

    init(
        issuer: String,
        records: RecordLookup,
        keys: KeyLookup,
        subjects: SubjectIdentifiers,
        environment: ServerEnvironment,
        forms: any RemoteFormSender
    ) {
        self.issuer = issuer
        self.records = records
        self.keys = keys
        self.subjects = subjects
        self.environment = environment
        self.forms = forms
    }

    func send(_ message: LogoutMessage) async throws(DeliveryError) {
        let client: Client?
        do { client = try await records.client(message.clientID) } catch {
            throw .transient("the client cannot be read")
        }
        guard let client, let endpoint = client.backChannelLogout else { return }
        guard let url = RemoteURL(endpoint.uri) else { throw .permanent("the logout URI is not an https URL") }
        let now = environment.now
        guard paused.withLock({ $0[endpoint.uri].map { $0 <= now } ?? true }) else {
            throw .transient("the client's logout URI did not respond shortly before")
        }
        let request = BackChannelLogoutRequest(logoutToken: try await token(of: message, for: client))
        do throws(RemoteDocumentError) {
            try await forms.post(request.parameters, to: url)
        } catch .status(400) {
            // §2.8: the client rejects the token, or could not end the session.
            throw .permanent("the client rejected the logout token")
        } catch {
            if error == .timedOut || error == .unreachable { pause(endpoint.uri) }
            throw .transient("the client's logout URI failed: \(error)")
        }
    }

    private func token(of message: LogoutMessage, for client: Client) async throws(DeliveryError) -> Secret {
        let issuedAt = UnixTime(environment.now)
        let claims = LogoutTokenClaims(
            issuer: issuer,
            audience: Audience([client.id.rawValue]),
            issuedAt: issuedAt,
            expiresAt: UnixTime(seconds: issuedAt.seconds + Self.tokenLifetime),
            tokenID: message.tokenID,
            subject: subjects.subject(of: message.accountID, for: client),
            sessionID: subjects.sessionID(message.browserSessionID, message.sessionID, for: client)
        )
        do {
            return try await keys.signingKey(client.idTokenAlgorithm).sign(claims, as: .logoutToken)
        } catch {
            throw .transient("the logout token cannot be signed")
        }
    }

    private func pause(_ uri: String) {
        let end = environment.now.addingTimeInterval(Self.pause)
        paused.withLock { paused in
            if paused.count >= Self.pauseLimit { paused.removeAll() }
            paused[uri] = end
        }
    }
}
