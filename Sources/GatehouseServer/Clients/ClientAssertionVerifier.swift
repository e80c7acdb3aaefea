import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire
import Logging

/// Verifies the assertions by which clients authenticate: `private_key_jwt` and `client_secret_jwt` (RFC 7523 §3,
/// OpenID Connect Core §9).
struct ClientAssertionVerifier: Sendable {
    /// The maximum time in seconds from now until an assertion expires, which is as long as its identifier is kept.
    static let maximumLifetime: TimeInterval = 10 * 60
    /// The accepted difference, in seconds, between the clocks of client and server.
    static let leeway: TimeInterval = 60

    private let issuer: String
    /// The path of the issuer, which the paths of requests begin with.
    private let issuerPath: String
    private let signatures: ClientSignatureVerifier
    private let secrets: ClientSecretBox
    private let environment: ServerEnvironment

    init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        signatures: ClientSignatureVerifier,
        secrets: ClientSecretBox
    ) {
        issuer = settings.issuer
        issuerPath = settings.issuerPath
        self.signatures = signatures
        self.secrets = secrets
        self.environment = environment
    }

    /// Verifies an assertion, except that it was not used before.
    ///
    /// - Parameters:
    ///   - assertion: The assertion.
    ///   - client: The client that it names.
    ///   - path: The path at which it was received.
    /// - Returns: The single use that remains to be recorded; `nil` if the method or the signature is wrong.
    /// - Throws: `invalid_client` that names the wrong claim; `temporarily_unavailable` if keys or secrets are not
    ///   available.
    func verify(
        _ assertion: ClientAssertion,
        of client: Client,
        receivedAt path: String?
    ) async throws(OAuthError) -> AssertionUse? {
        guard client.tokenEndpointAuthMethod == assertion.method, client.isConfidential,
            client.assertionAlgorithms.contains(assertion.algorithm)
        else { return nil }
        switch try await claims(of: assertion, by: client) {
        case .failure(.invalidClaims(let text)):
            throw OAuthError(.invalidClient, "The client assertion is invalid: \(text)")
        case .failure(let error):
            environment.logger.debug(
                "client assertion rejected",
                metadata: ["client": "\(client.id)", "error": "\(error)"]
            )
            return nil
        case .success(let claims):
            try check(claims, of: client, receivedAt: path)
            return AssertionUse(claims, of: client, until: claims.expiresAt.date.addingTimeInterval(Self.leeway))
        }
    }

    private func claims(
        of assertion: ClientAssertion,
        by client: Client
    ) async throws(OAuthError) -> Result<ClientAssertionClaims, JOSEError> {
        guard assertion.method == .clientSecretJWT else {
            return try await signatures.verify(
                assertion.token,
                of: client,
                as: ClientAssertionClaims.self,
                accepting: .clientAuthentication,
                algorithms: client.assertionAlgorithms
            )
        }
        var result = Result<ClientAssertionClaims, JOSEError>.failure(.unknownKey)
        for secret in try secrets.secrets(of: client, at: environment.now) {
            result = Result { () throws(JOSEError) in
                try SharedSecretKey(secret).verify(
                    assertion.token,
                    as: ClientAssertionClaims.self,
                    accepting: .clientAuthentication
                ).claims
            }
            guard case .failure(.invalidSignature) = result else { return result }
        }
        return result
    }

    private func check(
        _ claims: ClientAssertionClaims,
        of client: Client,
        receivedAt path: String?
    ) throws(OAuthError) {
        let now = environment.now
        let latest = now.addingTimeInterval(Self.leeway)
        let id = client.id.rawValue
        guard claims.issuer.utf8.elementsEqual(id.utf8), claims.subject.utf8.elementsEqual(id.utf8) else {
            throw Self.invalid("iss and sub must both be the client identifier")
        }
        let accepted =
            client.profileRequirements?.requiresIssuerAsAudience == true
            ? claims.audience.values == [issuer]
            : !audiences(receivedAt: path).isDisjoint(with: claims.audience.values)
        guard accepted else { throw Self.invalid("aud must be the issuer \(issuer)") }
        guard claims.expiresAt.date.addingTimeInterval(Self.leeway) > now else {
            throw Self.invalid("it has expired")
        }
        guard claims.expiresAt.date <= latest.addingTimeInterval(Self.maximumLifetime) else {
            throw Self.invalid("exp must be at most \(Int(Self.maximumLifetime)) seconds ahead")
        }
        guard claims.notBefore.map({ $0.date <= latest }) ?? true else {
            throw Self.invalid("nbf is in the future")
        }
        guard claims.issuedAt.map({ $0.date <= latest }) ?? true else {
            throw Self.invalid("iat is in the future")
        }
        guard !claims.tokenID.isEmpty else { throw Self.invalid("jti is empty") }
    }

    /// Returns the accepted audiences: the issuer, the token endpoint, and the endpoint that received the assertion
    /// (RFC 9126 §2, FAPI 2.0 Security Profile §5.3.2.1).
    private func audiences(receivedAt path: String?) -> Set<String> {
        var audiences: Set = [issuer, issuer + TokenEndpoint.path]
        if let path, path.hasPrefix(issuerPath) {
            audiences.insert(issuer.dropLast(issuerPath.count) + path)
        }
        return audiences
    }

    private static func invalid(_ text: String) -> OAuthError {
        OAuthError(.invalidClient, "The client assertion is invalid: \(text).")
    }
}

/// The single use of an assertion (RFC 7523 §3, rule 7).
struct AssertionUse: Sendable {
    private let identifier: String
    private let end: Date

    fileprivate init(_ claims: ClientAssertionClaims, of client: Client, until end: Date) {
        // Clients choose their identifiers independently; the length separates the two texts.
        let id = client.id.rawValue
        identifier = OpaqueToken.hash(of: "client assertion \(id.utf8.count) \(id) \(claims.tokenID)")
        self.end = end
    }

    /// Returns the change that records the use; it conflicts if the assertion was used before.
    func change(at now: Date) -> Change { .useIdentifier(identifier, until: end, at: now) }
}
