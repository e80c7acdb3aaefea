import Foundation
import GatehouseWire
import HTTPTypes

/// A request to an operation of the account API.
struct AccountCall<E: AccountEndpoint>: Sendable {
    let path: String
    var query: E.Query?
    /// The body; `nil` for operations without one.
    var body: E.Body?
    /// The entity tag that the account must have.
    var match: String?

    init(_ endpoint: E.Type) {
        path = E.path
    }

    /// Creates a request about the resource with an identifier.
    init(_ endpoint: E.Type, id: String) {
        path = E.path(id)
    }

    /// Creates a request for a part of a list.
    init(_ endpoint: E.Type, page: PageRequest) where E.Query == PageRequest {
        path = E.path
        query = page
    }

    /// Returns the HTTP request.
    func request(to server: URL, with session: StoredSession) throws(AuthError) -> HTTPRequest {
        guard let url = URL(string: server.absoluteString.withoutTrailingSlash + path) else {
            throw .misconfigured("The server’s issuer is not a valid URL.")
        }
        var fields: HTTPFields = [.authorization: session.authorizationHeader]
        if body != nil { fields[.contentType] = "application/json" }
        fields[.ifMatch] = match
        return HTTPRequest(E.method, url.appending(query: query?.parameters.formEncoded ?? ""), fields)
    }
}

/// The account API with the access token of a session.
struct AccountAPIClient: Sendable {
    let sessionID: String
    let manager: SessionManager

    var clientID: String { manager.persistence.key.clientID }

    /// Sends a request; if it requires a more recent sign-in or further factors, again after the user has signed in.
    ///
    /// - Returns: The response, and its entity tag.
    /// - Throws: ``AuthError``: `reauthenticationRequired` if the app shows no pages; otherwise as the operation.
    func send<E: AccountEndpoint>(
        _ call: AccountCall<E>
    ) async throws(AuthError) -> (value: E.Response, entityTag: String?) {
        let token = try await token(for: E.scope)
        do throws(AuthError) {
            return try await send(call, with: token)
        } catch {
            guard let challenge = error.authenticationChallenge,
                let reauthenticator = manager.interaction.reauthenticator
            else { throw error }
            // A concurrent operation may have asked the user already.
            if try await self.token(for: E.scope).accessToken == token.accessToken {
                _ = try await reauthenticator.reauthenticate(sessionID, answering: challenge, in: manager)
            }
            return try await send(call, with: try await self.token(for: E.scope))
        }
    }

    /// Ends the session on this device, because the server has ended it.
    ///
    /// The end applies even if the store cannot be written now, which is then retried.
    func endSession(because reason: SignedOutReason) async {
        try? await manager.end([sessionID], because: reason, revoking: false)
    }

    /// Sends a request, again with a new token if the server rejects the first one.
    private func send<E: AccountEndpoint>(
        _ call: AccountCall<E>,
        with session: StoredSession
    ) async throws(AuthError) -> (value: E.Response, entityTag: String?) {
        let server = try await manager.service.accountServer()
        let body = call.body.map { JSONCoding.encode($0) }
        let connection = manager.service.connection
        func exchange(_ session: StoredSession) async throws(AuthError) -> EndpointClient.Response {
            let request = try call.request(to: server, with: session)
            return try await connection.exchange(request, body: body, proof: session.accessTokenProof)
        }
        var response = try await exchange(session)
        if response.head.status == .unauthorized {
            let next = try await token(for: E.scope, replacing: session.accessToken)
            response = try await exchange(next)
        }
        guard response.head.status.kind == .successful else { throw ProblemErrorDecoder().error(for: response) }
        return (try response.value(), response.head.headerFields[.eTag])
    }

    private func token(for scope: Scope, replacing rejected: Secret? = nil) async throws(AuthError) -> StoredSession {
        let scopes = manager.service.accountScopes.intersection([scope])
        do throws(AuthError) {
            return try await manager.validSession(
                sessionID,
                rejected: rejected,
                for: AccessTokenRequest(scopes: scopes)
            )
        } catch {
            guard error.response?.error == OAuthErrorCode.invalidScope.rawValue else { throw error }
            throw ProblemErrorDecoder.insufficientScope(scope, error)
        }
    }
}
