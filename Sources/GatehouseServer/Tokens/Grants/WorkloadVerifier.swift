import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// A verified workload.
struct Workload: Sendable {
    /// The client whose tokens the workload gets.
    let client: Client
    /// The subject at its issuer.
    let subject: String
    /// The single use of the assertion, to be recorded; `nil` if the assertion has no identifier.
    let use: AssertionUse?
}

/// Verifies the assertions of workloads from trusted issuers (RFC 7523 §3).
struct WorkloadVerifier: Sendable {
    /// The maximum time in seconds from now until an assertion expires, which is as long as its identifier is kept.
    private static let maximumLifetime: TimeInterval = 60 * 60

    private let issuer: String
    private let trusted: [WorkloadIssuer]
    private let tokens: TrustedTokenVerifier
    private let records: RecordLookup

    init(settings: ServerSettings, tokens: TrustedTokenVerifier, records: RecordLookup) {
        issuer = settings.issuer
        trusted = settings.workloads
        self.tokens = tokens
        self.records = records
    }

    /// Verifies an assertion, except that it was not used before.
    ///
    /// Keys are fetched only for an issuer and subject of the configuration.
    ///
    /// - Parameter assertion: The assertion.
    /// - Returns: The workload.
    /// - Throws: `invalid_grant` (RFC 7521 §4.1.1) that names the reason; `temporarily_unavailable` if the keys of the
    ///   issuer are not available.
    func verify(_ assertion: Secret) async throws(OAuthError) -> Workload {
        guard let jwt = TrustedTokenVerifier.read(assertion.reveal()) else {
            throw Self.invalid("it must be a signed JWT.")
        }
        guard let trustedIssuer = trusted.first(where: { $0.source.isIssuer(of: jwt) }) else {
            throw Self.invalid("its issuer is not trusted. Add it to the workloads of the configuration.")
        }
        guard let subject = jwt.subject, let id = trustedIssuer.client(of: subject) else {
            throw Self.invalid("its subject matches no workload of the configuration.")
        }
        let claims = try await claims(of: assertion, from: trustedIssuer.source)
        // The verified value of a repeated claim may differ from the one by which the client was found.
        guard claims.subject.utf8.elementsEqual(subject.utf8) else { throw Self.invalid("it repeats a claim.") }
        guard claims.audience.contains(issuer) else { throw Self.invalid("aud must be \(issuer).") }
        guard let client = try await records.cachedClient(id) else {
            throw Self.invalid("the client \(id) of the workload is not registered.")
        }
        return Workload(client: client, subject: subject, use: use(of: claims))
    }

    private func claims(
        of assertion: Secret,
        from source: TrustedIssuer
    ) async throws(OAuthError) -> WorkloadClaims {
        let result = try await tokens.verify(
            assertion,
            from: source,
            as: WorkloadClaims.self,
            maximumLifetime: Self.maximumLifetime
        )
        switch result {
        case .success(let claims): return claims
        case .failure(let error): throw Self.invalid(error.reason)
        }
    }

    private func use(of claims: WorkloadClaims) -> AssertionUse? {
        claims.tokenID.map {
            AssertionUse(.workload, tokenID: $0, signer: claims.issuer, expiresAt: claims.expiresAt)
        }
    }

    private static func invalid(_ text: String) -> OAuthError {
        OAuthError(.invalidGrant, "The assertion is invalid: \(text)")
    }
}
