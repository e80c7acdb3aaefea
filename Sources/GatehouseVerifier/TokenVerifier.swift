import Foundation
import GatehouseJOSE
public import GatehouseWire
public import HTTPTypes

/// Verifies the access tokens of requests to an API.
///
/// ```swift
/// let verifier = try TokenVerifier(issuer: "https://login.example.com", audience: "https://api.example.com")
/// let token = try await verifier.verify(bearer, requiring: ["orders:read"])
/// ```
///
/// The keys of the issuer are cached, for a day while it is unreachable, and verified tokens until they expire. A token
/// that cannot be verified now is never reported as invalid: the error has the status 503.
public final class TokenVerifier: Sendable {
    /// The issuer of the tokens.
    public let issuer: String
    /// The identifier of the API, which its tokens have as their audience.
    public let audience: String
    /// The metadata of the API (RFC 9728 §2); `nil` without a ``VerifierConfiguration/resource``.
    public let resourceMetadata: ProtectedResourceMetadata?

    private let configuration: VerifierConfiguration
    private let environment: VerifierEnvironment
    private let validator: TokenValidator
    private let proofs: ProofVerifier
    private let challenges: ChallengeBuilder
    private let publicURL: String?
    /// The clock difference in seconds.
    private let leeway: TimeInterval

    /// Creates a verifier; it connects to the issuer when the first token is verified.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as in its tokens: an `https` URL, or an `http` URL of this machine.
    ///   - audience: The identifier of the API, as it is registered at the issuer.
    ///   - configuration: The settings.
    ///   - transport: The connection to the issuer; by default `URLSession`.
    /// - Throws: ``VerifierConfiguration/Invalid`` if a setting cannot work.
    public convenience init(
        issuer: String,
        audience: String,
        configuration: VerifierConfiguration = VerifierConfiguration(),
        transport: (any VerifierTransport)? = nil
    ) throws(VerifierConfiguration.Invalid) {
        try self.init(
            issuer: issuer,
            audience: audience,
            configuration: configuration,
            transport: transport ?? URLSessionVerifierTransport(),
            environment: .system
        )
    }

    /// Creates a verifier with clocks and randomness.
    package init(
        issuer: String,
        audience: String,
        configuration: VerifierConfiguration,
        transport: any VerifierTransport,
        environment: VerifierEnvironment
    ) throws(VerifierConfiguration.Invalid) {
        try configuration.check(issuer: issuer, audience: audience)
        self.issuer = issuer
        self.audience = audience
        self.configuration = configuration
        self.environment = environment
        resourceMetadata = configuration.resourceMetadata(issuer: issuer, audience: audience)
        publicURL = configuration.publicURL ?? NormalizedURI(audience)?.origin
        leeway = configuration.clockSkew.timeInterval
        proofs = ProofVerifier(
            configuration.dpop,
            nonces: configuration.nonceKey(randomBytes: environment.randomBytes).flatMap { RotatingNonces(key: $0) }
        )
        let challenges = ChallengeBuilder(
            realm: audience,
            resourceMetadata: configuration.resource == nil
                ? nil : ProtectedResourceMetadataEndpoint.url(resource: audience),
            requiresDPoP: configuration.dpop.isRequired,
            algorithms: configuration.dpop.algorithms
        )
        self.challenges = challenges
        validator = TokenValidator(
            issuer: issuer,
            audience: audience,
            configuration: configuration,
            transport: transport,
            uptime: environment.uptime,
            challenges: challenges
        )
    }

    /// The nonce for the next DPoP proof of a client; `nil` unless nonces are required.
    public var dpopNonce: String? { proofs.currentNonce(at: environment.now()) }

    /// The fields to add to the responses to requests with a verified DPoP proof: a new nonce, if nonces are required.
    public var responseFields: HTTPFields {
        guard let dpopNonce else { return [:] }
        return [.dpopNonce: dpopNonce]
    }

    /// The response to requests for the metadata of the API; `nil` without a ``VerifierConfiguration/resource``.
    public var metadataDocument: ResourceMetadataDocument? {
        guard let resourceMetadata, let path = ProtectedResourceMetadataEndpoint.path(resource: audience) else {
            return nil
        }
        var fields = resourceMetadata.fields
        // Clients in browsers read it before they have a token.
        fields[.accessControlAllowOrigin] = "*"
        return ResourceMetadataDocument(path: path, fields: fields, body: resourceMetadata.body())
    }

    /// Fetches the keys of the issuer, so that a wrong configuration is noticed at the start.
    ///
    /// - Throws: ``TokenError`` if the issuer cannot be reached, or its documents are not those of the issuer.
    public func prepare() async throws(TokenError) {
        try await validator.prepare()
    }

    /// Verifies a bearer token.
    ///
    /// A token that is bound to a key of the client is rejected; requests with such tokens are verified as a
    /// ``ResourceRequest``.
    ///
    /// - Parameters:
    ///   - token: The token, as sent after `Bearer`.
    ///   - scopes: The scopes that the token must have.
    ///   - authentication: The authentication that the operation requires.
    /// - Returns: The claims of the token.
    /// - Throws: ``TokenError``, with the response to send.
    public func verify(
        _ token: String,
        requiring scopes: ScopeSet = [],
        authentication: RequiredAuthentication? = nil
    ) async throws(TokenError) -> VerifiedToken {
        let operation = ChallengeBuilder.Operation(
            scopes: scopes,
            authentication: authentication,
            presentedType: .bearer
        )
        let now = environment.now()
        let verified = try await validator.validate(token, for: operation, at: now)
        try checkBearer(verified, certificateThumbprint: nil, for: operation)
        try check(verified, for: operation, at: now)
        return verified
    }

    /// Verifies the access token of a request, and the DPoP proof if the token is bound to a key.
    ///
    /// A proof is accepted once: verify each request once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scopes: The scopes that the token must have.
    ///   - authentication: The authentication that the operation requires.
    /// - Returns: The claims of the token.
    /// - Throws: ``TokenError``, with the response to send.
    public func verify(
        _ request: ResourceRequest,
        requiring scopes: ScopeSet = [],
        authentication: RequiredAuthentication? = nil
    ) async throws(TokenError) -> VerifiedToken {
        var operation = ChallengeBuilder.Operation(scopes: scopes, authentication: authentication)
        let token: String
        switch request.credentials {
        case .none: throw challenges.error(.missingToken, "An access token is required.", for: operation)
        case .malformed(let message): throw challenges.error(.invalidRequest, message, for: operation)
        case .token(let presented, let type):
            token = presented
            operation.presentedType = type
        }
        let now = environment.now()
        let verified = try await validator.validate(token, for: operation, at: now)
        if operation.presentedType == .dpop {
            try checkProof(of: request, with: Secret(token), verified, for: operation, at: now)
            try checkCertificate(verified, request.certificateThumbprint, for: operation)
        } else {
            try checkBearer(verified, certificateThumbprint: request.certificateThumbprint, for: operation)
        }
        try check(verified, for: operation, at: now)
        return verified
    }
}

// MARK: Checks

extension TokenVerifier {
    /// Checks a token that was presented without a proof.
    private func checkBearer(
        _ token: VerifiedToken,
        certificateThumbprint: String?,
        for operation: ChallengeBuilder.Operation
    ) throws(TokenError) {
        // RFC 9449 §7.2: a bound token must not be accepted as a bearer token.
        guard token.keyThumbprint == nil, !configuration.dpop.isRequired else {
            var operation = operation
            operation.presentedType = .dpop
            throw challenges.error(
                .invalidToken,
                token.keyThumbprint == nil
                    ? "The access token must be bound to a key of the client."
                    : "The access token is bound to a key: send it with the scheme DPoP and a proof.",
                for: operation,
                nonce: dpopNonce
            )
        }
        try checkCertificate(token, certificateThumbprint, for: operation)
    }

    /// Checks the certificate that a token is bound to (RFC 8705 §3).
    private func checkCertificate(
        _ token: VerifiedToken,
        _ thumbprint: String?,
        for operation: ChallengeBuilder.Operation
    ) throws(TokenError) {
        guard let expected = token.certificateThumbprint else { return }
        guard let thumbprint, ConstantTime.equal(thumbprint, expected) else {
            throw challenges.invalidToken(for: operation, "It is bound to the certificate of another client.")
        }
    }

    /// Checks the proof of a request (RFC 9449 §4.3, §7.1).
    private func checkProof(
        of request: ResourceRequest,
        with token: Secret,
        _ verified: VerifiedToken,
        for operation: ChallengeBuilder.Operation,
        at now: Date
    ) throws(TokenError) {
        guard let thumbprint = verified.keyThumbprint else {
            throw challenges.invalidToken(for: operation, "It is not bound to a key: send it with the scheme Bearer.")
        }
        guard let proof = request.dpop.first, request.dpop.count == 1 else {
            let message = "The request must contain one field DPoP with a proof."
            throw challenges.error(.invalidDPoPProof, message, for: operation, nonce: dpopNonce)
        }
        guard let uri = url(of: request).flatMap({ NormalizedURI($0) }) else {
            throw challenges.unavailable(for: operation, "The URL of the request is unknown: set publicURL.")
        }
        do {
            let target = DPoPProof.Request(method: request.method, uri: uri, accessToken: token)
            try proofs.verify(proof, for: target, by: thumbprint, at: now)
        } catch {
            switch error {
            case .invalid(let message):
                throw challenges.error(.invalidDPoPProof, message, for: operation, nonce: dpopNonce)
            case .nonceRequired(let message, let nonce):
                throw challenges.error(.dpopNonceRequired, message, for: operation, nonce: nonce)
            case .memoryFull:
                throw challenges.unavailable(for: operation, "Too many DPoP proofs are remembered.")
            }
        }
    }

    /// Returns the absolute URL of a request.
    private func url(of request: ResourceRequest) -> String? {
        guard request.url.hasPrefix("/") else { return request.url }
        return publicURL.map { $0.withoutTrailingSlash + request.url }
    }

    /// Checks the requirements of an operation.
    private func check(
        _ token: VerifiedToken,
        for operation: ChallengeBuilder.Operation,
        at now: Date
    ) throws(TokenError) {
        guard operation.scopes.isSubset(of: token.scopes) else {
            throw challenges.error(.insufficientScope, "The access token lacks a required scope.", for: operation)
        }
        if let authentication = operation.authentication,
            !authentication.isMet(by: token, at: now, leeway: leeway)
        {
            let message = "The user must sign in again, or with another factor."
            throw challenges.error(.insufficientUserAuthentication, message, for: operation)
        }
    }
}
