import Foundation
import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// The pushed authorization request endpoint `/oauth2/par` (RFC 9126).
package struct PushedAuthorizationHandler: Sendable {
    /// The maximum size of a stored request in bytes: as much as fits into the head of a request without a push.
    package static let storedLimit = 16 * 1024

    /// The lifetime of a request URI in seconds.
    let lifetime: TimeInterval
    let reader: AuthorizationRequestReader
    let clients: ClientAuthenticator
    let policy: AuthorizationRequestPolicy
    let dpop: DPoPVerifier

    /// Validates an authorization request as the authorization endpoint does, and stores it.
    ///
    /// - Parameters:
    ///   - parameters: The posted form; query parameters are not read.
    ///   - authorization: The value of the `Authorization` field.
    ///   - dpopProof: The value of the `DPoP` field.
    ///   - context: The request.
    /// - Returns: The request URI, which only this client can use.
    /// - Throws: The errors of the token endpoint for clients, and those of the authorization endpoint (§2.3).
    package func push(
        _ parameters: Parameters,
        authorization: String?,
        dpopProof: String? = nil,
        context: RequestMetadata
    ) async throws(OAuthError) -> PushedAuthorizationResponse {
        let pushed = try PushedAuthorizationRequest(parameters: parameters)
        let client = try await clients.authenticate(pushed.client, authorization: authorization, context: context)
        var request = try await validated(try await self.parameters(of: pushed, client), of: client)
        request.dpopKeyThumbprint = try ProvenKey.binding(
            requested: request.dpopKeyThumbprint,
            provenBy: try dpop.key(provenBy: dpopProof, at: PushedAuthorizationEndpoint.self)
        )
        return try await store(request, of: client)
    }

    /// Returns the parameters of the request or of its request object.
    private func parameters(
        of pushed: PushedAuthorizationRequest,
        _ client: Client
    ) async throws(OAuthError) -> Parameters {
        var outside = pushed.authorization
        // A client that authenticates without naming itself in the form is the client of the request.
        outside.set(.clientID, client.id.rawValue)
        guard let object = try outside.optional(.request) else {
            guard !client.security.requiresSignedRequests else { throw AuthorizationRequestReader.mustBeSigned }
            return outside
        }
        // RFC 9126 §3: the client of the object is the authenticated one.
        return try await reader.objects.parameters(in: Secret(object), of: client, outside: outside)
    }

    /// Validates a request fully, so that the user sees no error of the client (§2.1).
    private func validated(
        _ parameters: Parameters,
        of client: Client
    ) async throws(OAuthError) -> AuthorizationRequest {
        let request = try AuthorizationRequest(parameters: parameters)
        guard request.redirectURI != nil || client.profileRequirements?.requiresPushedRequests != true else {
            // FAPI 2.0 Security Profile §5.3.2.2.
            throw .missing(.redirectURI)
        }
        _ = try RedirectTarget(parameters: parameters)
        do throws(OAuthError) {
            _ = try RedirectPolicy(registered: client.redirectURIs).resolve(request.redirectURI)
        } catch {
            // §2.3 names the codes of the token endpoint and of the authorization endpoint only.
            throw OAuthError(.invalidRequest, error.description)
        }
        _ = try await policy.validated(request, of: client)
        return request
    }

    /// Stores a request with the parameters that the server knows; the authorization endpoint validates them again.
    ///
    /// - Throws: `invalid_request` with status 413 for a request above the limit (§2.3).
    private func store(
        _ request: AuthorizationRequest,
        of client: Client
    ) async throws(OAuthError) -> PushedAuthorizationResponse {
        let form = request.parameters.formEncoded
        guard form.utf8.count <= Self.storedLimit else {
            throw OAuthError(
                .invalidRequest,
                "The request exceeds \(Self.storedLimit) bytes.",
                status: .contentTooLarge
            )
        }
        let uri = RequestURI(reference: OpaqueToken(random: reader.environment.random).secret.reveal())
        let record = PushedRequest(
            id: PushedRequest.ID(uri),
            clientID: client.id,
            form: form,
            keyThumbprint: request.dpopKeyThumbprint,
            expiresAt: reader.environment.now.addingTimeInterval(lifetime + reader.pushedRequestGrace)
        )
        try await reader.records.commit([.pushedRequest(.insert(record))])
        return PushedAuthorizationResponse(requestURI: uri, expiresIn: Int(lifetime))
    }
}
