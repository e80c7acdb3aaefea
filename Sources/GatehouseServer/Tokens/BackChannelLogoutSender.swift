import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Signs logout tokens and posts them to clients (OpenID Connect Back-Channel Logout §2.4, §2.5).
final class BackChannelLogoutSender: LogoutTransport {
    /// The lifetime of a token in seconds; §2.4 recommends at most two minutes.
    private static let tokenLifetime: Int64 = 120

    private let issuer: String
    private let records: RecordLookup
    private let keys: KeyLookup
    private let subjects: SubjectIdentifiers
    private let environment: ServerEnvironment
    private let forms: any RemoteFormSender
    /// Not requested again for 30 seconds to 10 minutes, so that one host does not delay all requests.
    private let unresponsive = UnresponsiveHosts(lengths: 30...600)

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
        guard !unresponsive.isPaused(url, at: environment.now) else {
            throw .transient("the host of the client's logout URI did not respond shortly before")
        }
        let request = BackChannelLogoutRequest(logoutToken: try await token(of: message, for: client))
        do throws(RemoteDocumentError) {
            try await forms.post(request.parameters, to: url)
            unresponsive.record(nil, of: url, at: environment.now)
        } catch {
            unresponsive.record(error, of: url, at: environment.now)
            switch error {
            // §2.8: the client rejects the token, or could not end the session.
            case .status(400): throw .permanent("the client rejected the logout token")
            case .forbiddenAddress: throw .permanent("the client's logout URI has a forbidden address")
            default: throw .transient("the client's logout URI failed: \(error)")
            }
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
            return try await keys.sign(claims, as: .logoutToken, with: client.idTokenAlgorithm)
        } catch {
            throw .transient("the logout token cannot be signed")
        }
    }
}
