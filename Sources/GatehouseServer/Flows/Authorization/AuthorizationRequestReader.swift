import Foundation
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// An authorization request whose client and redirect URI are verified.
struct AddressedAuthorizationRequest: Sendable {
    let client: Client
    let redirectURI: RedirectURI
    let recipient: RedirectTarget
    /// The parameters of the request, of its request object, or of the pushed request; or the error to send to the
    /// client.
    let parameters: Result<Parameters, OAuthError>
    /// The pushed request that the authorization uses up.
    var pushedRequest: PushedRequest.ID?
}

/// Reads authorization requests in each of their forms: parameters, a request object (RFC 9101), and a reference to a
/// pushed request (RFC 9126).
struct AuthorizationRequestReader: Sendable {
    /// The time, in seconds, for which a pushed request is kept after its request URI has expired: the user may still
    /// be signing in, and the authorization uses it up.
    let pushedRequestGrace: TimeInterval
    let records: RecordLookup
    let clients: ClientLookup
    let objects: RequestObjectVerifier
    let environment: ServerEnvironment

    /// Reads a request.
    ///
    /// - Throws: An error for a page, if client or redirect URI could not be verified.
    func read(_ parameters: Parameters) async throws(AuthorizationError) -> AddressedAuthorizationRequest {
        do throws(OAuthError) {
            return switch Self.form(of: parameters) {
            case .success(.parameters): try await plain(parameters)
            case .success(.object(let object)): try await signed(object, parameters)
            case .success(.pushed(let uri)): try await pushed(uri, parameters)
            case .failure(let error): try await rejected(parameters, error)
            }
        } catch {
            throw .page(error)
        }
    }

    /// Returns the form of a request; documents of clients are not fetched (RFC 9101 §6.2).
    private static func form(of parameters: Parameters) -> Result<AuthorizationRequestForm, OAuthError> {
        if let uri = parameters[.requestURI], !uri.hasPrefix(RequestURI.prefix) { return .failure(remoteReference) }
        return Result { () throws(OAuthError) in try AuthorizationRequestForm(parameters: parameters) }
    }

    private func plain(_ parameters: Parameters) async throws(OAuthError) -> AddressedAuthorizationRequest {
        let recipient = try RedirectTarget(parameters: parameters)
        let client = try await client(recipient.clientID)
        let security = client.security
        if security.requiresPushedRequests { return try addressed(recipient, of: client, .failure(Self.mustBePushed)) }
        if security.requiresSignedRequests { return try addressed(recipient, of: client, .failure(Self.mustBeSigned)) }
        return try addressed(recipient, of: client, .success(parameters))
    }

    private func signed(
        _ object: Secret,
        _ parameters: Parameters
    ) async throws(OAuthError) -> AddressedAuthorizationRequest {
        let client = try await client(try parameters.required(.clientID, limit: 256))
        let inside: Parameters
        do throws(OAuthError) {
            guard !client.security.requiresPushedRequests else { throw Self.mustBePushed }
            inside = try await objects.parameters(in: object, of: client, outside: parameters)
        } catch {
            // The redirect URI outside the object is used only if it is registered.
            return try addressed(try RedirectTarget(parameters: parameters), of: client, .failure(error))
        }
        return try addressed(try RedirectTarget(parameters: inside), of: client, .success(inside))
    }

    private func pushed(
        _ uri: RequestURI,
        _ parameters: Parameters
    ) async throws(OAuthError) -> AddressedAuthorizationRequest {
        let client = try await client(try parameters.required(.clientID, limit: 256))
        let pushed = try await records.pushedRequest(PushedRequest.ID(uri))
        // RFC 9126 §4: the request must be of this client and must not have expired.
        guard let pushed, pushed.clientID == client.id,
            environment.now < pushed.expiresAt.addingTimeInterval(-pushedRequestGrace)
        else { throw Self.unknownRequestURI }
        guard let inside = try? Parameters(formEncoded: pushed.form) else { throw .broken }
        var request = try addressed(try RedirectTarget(parameters: inside), of: client, .success(inside))
        request.pushedRequest = pushed.id
        return request
    }

    private func rejected(
        _ parameters: Parameters,
        _ error: OAuthError
    ) async throws(OAuthError) -> AddressedAuthorizationRequest {
        let recipient = try RedirectTarget(parameters: parameters)
        return try addressed(recipient, of: try await client(recipient.clientID), .failure(error))
    }

    private func client(_ id: String) async throws(OAuthError) -> Client {
        let client: Client?
        do throws(OAuthError) { client = try await clients.client(Client.ID(id)) } catch {
            guard error.code == .invalidClient else { throw error }
            // Shown to the user on a page: the request does not authenticate a client.
            throw OAuthError(.invalidClient, error.description, status: .badRequest)
        }
        guard let client else { throw OAuthError(.invalidClient, "Unknown client.", status: .badRequest) }
        return client
    }

    private func addressed(
        _ recipient: RedirectTarget,
        of client: Client,
        _ parameters: Result<Parameters, OAuthError>
    ) throws(OAuthError) -> AddressedAuthorizationRequest {
        AddressedAuthorizationRequest(
            client: client,
            redirectURI: try RedirectPolicy(registered: client.redirectURIs).resolve(recipient.redirectURI),
            recipient: recipient,
            parameters: parameters
        )
    }

    private static let mustBePushed = OAuthError(
        .invalidRequest,
        "The client must push its authorization requests and send \(ParameterName.requestURI)."
    )
    /// The error for a client whose requests must be signed.
    static let mustBeSigned = OAuthError(
        .invalidRequest,
        "The client must sign its authorization requests and send \(ParameterName.request)."
    )
    private static let remoteReference = OAuthError(
        .requestURINotSupported,
        "\(ParameterName.requestURI) must be that of a pushed authorization request."
    )
    /// The error for a pushed request that does not exist, is of another client, has expired or was used.
    static let unknownRequestURI = OAuthError(
        .invalidRequestURI,
        "The \(ParameterName.requestURI) is unknown, has expired or was used before. Return to the app and try again."
    )
}

extension PushedRequest.ID {
    /// Creates the identifier of a request from its URI.
    init(_ uri: RequestURI) {
        self.init(OpaqueToken.hash(of: uri.rawValue))
    }
}
