import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire
import Logging

/// Verifies the assertions by which clients authenticate: `private_key_jwt` and `client_secret_jwt` (RFC 7523 §3,
/// OpenID Connect Core §9).
struct ClientAssertionVerifier: Sendable {
    /// The maximum time in seconds from now until an assertion expires, which is as long as its identifier is kept.
    private static let maximumLifetime: TimeInterval = 60 * 60

    private let issuer: String
    /// The path of the issuer, which the paths of requests begin with.
    private let issuerPath: String
    private let signatures: PublishedKeyVerifier
    private let secrets: ClientSecretBox
    private let environment: ServerEnvironment

    init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        signatures: PublishedKeyVerifier,
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
    /// - Returns: The use, to be recorded unless the assertion may be repeated; `nil` if the method or the signature is
    ///   wrong.
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
            var use = AssertionUse(
                .client,
                tokenID: claims.tokenID,
                signer: client.id.rawValue,
                expiresAt: claims.expiresAt
            )
            use.isForOneEndpoint = claims.audience.values == [endpoint(receivedAt: path)]
            return use
        }
    }

    private func claims(
        of assertion: ClientAssertion,
        by client: Client
    ) async throws(OAuthError) -> Result<ClientAssertionClaims, JOSEError> {
        guard assertion.method == .clientSecretJWT else {
            return try await signatures.verify(
                assertion.token,
                with: client.keys,
                ofTrustedParty: client.hasOperator,
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
        let id = client.id.rawValue
        guard claims.issuer.utf8.elementsEqual(id.utf8), claims.subject.utf8.elementsEqual(id.utf8) else {
            throw Self.invalid("iss and sub must both be the client identifier")
        }
        let accepted =
            client.profileRequirements?.requiresIssuerAsAudience == true
            ? claims.audience.values == [issuer]
            : !audiences(receivedAt: path).isDisjoint(with: claims.audience.values)
        guard accepted else { throw Self.invalid("aud must be the issuer \(issuer)") }
        let period = AssertionPeriod(
            expiresAt: claims.expiresAt,
            notBefore: claims.notBefore,
            issuedAt: claims.issuedAt
        )
        if let violation = period.violation(at: environment.now, maximumLifetime: Self.maximumLifetime) {
            throw Self.invalid(violation)
        }
        guard !claims.tokenID.isEmpty else { throw Self.invalid("jti is empty") }
    }

    /// Returns the accepted audiences: the issuer, the token endpoint, and the endpoint that received the assertion
    /// (RFC 9126 §2, FAPI 2.0 Security Profile §5.3.2.1).
    private func audiences(receivedAt path: String?) -> Set<String> {
        let audiences: Set = [issuer, issuer + TokenEndpoint.path]
        return endpoint(receivedAt: path).map { audiences.union([$0]) } ?? audiences
    }

    /// Returns the URL of the endpoint that received an assertion.
    private func endpoint(receivedAt path: String?) -> String? {
        guard let path, path.hasPrefix(issuerPath) else { return nil }
        return issuer.dropLast(issuerPath.count) + path
    }

    private static func invalid(_ text: String) -> OAuthError {
        OAuthError(.invalidClient, "The client assertion is invalid: \(text).")
    }
}
