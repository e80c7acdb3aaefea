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
    /// The change that records the use of the assertion, which conflicts if it was used before; `nil` if the assertion
    /// has no identifier.
    let use: Change?
}

/// Verifies the assertions of workloads from trusted issuers (RFC 7523 §3).
struct WorkloadVerifier: Sendable {
    /// The maximum time in seconds from now until an assertion expires, which is as long as its identifier is kept.
    static let maximumLifetime: TimeInterval = 60 * 60
    /// The accepted difference, in seconds, between the clocks of issuer and server.
    static let leeway: TimeInterval = 60
    /// The accepted algorithms.
    static let algorithms: [SigningAlgorithm] = [.es256, .rs256, .ps256, .edDSA]
    /// The maximum length of an assertion in bytes.
    private static let limit = 16 * 1024

    private let issuer: String
    private let trusted: [WorkloadIssuer]
    private let environment: ServerEnvironment
    private let signatures: ClientSignatureVerifier
    private let records: RecordLookup

    init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        signatures: ClientSignatureVerifier,
        records: RecordLookup
    ) {
        issuer = settings.issuer
        trusted = settings.workloads
        self.environment = environment
        self.signatures = signatures
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
        let text = assertion.reveal()
        guard text.utf8.count <= Self.limit, let jwt = UnverifiedJWT(text) else {
            throw Self.invalid("it must be a signed JWT")
        }
        guard let name = jwt.issuer, let source = trusted.first(where: { $0.issuer.utf8.elementsEqual(name.utf8) })
        else { throw Self.invalid("its issuer is not trusted. Add it to the workloads of the configuration") }
        guard let subject = jwt.subject, let id = source.client(of: subject) else {
            throw Self.invalid("its subject matches no workload of the configuration")
        }
        let claims = try await claims(of: assertion, from: source)
        // The claims were decoded again from the verified text.
        guard claims.issuer == source.issuer, claims.subject == subject else {
            throw Self.invalid("its claims are repeated")
        }
        try check(claims)
        guard let client = try await records.cachedClient(id) else {
            throw Self.invalid("the client \(id) of the workload is not registered")
        }
        return Workload(client: client, subject: subject, use: use(of: claims))
    }

    private func claims(
        of assertion: Secret,
        from source: WorkloadIssuer
    ) async throws(OAuthError) -> WorkloadClaims {
        let result = try await signatures.verify(
            assertion,
            with: source.keys,
            as: WorkloadClaims.self,
            accepting: AcceptedTypes([.jwt], acceptsAbsent: true),
            algorithms: Self.algorithms
        )
        switch result {
        case .success(let claims): return claims
        case .failure(.algorithmNotAllowed):
            let names = Self.algorithms.map(\.rawValue).joined(separator: ", ")
            throw Self.invalid("its algorithm must be among \(names)")
        case .failure(.invalidClaims(let text)):
            throw OAuthError(.invalidGrant, "The assertion is invalid: \(text)")
        case .failure(.wrongType): throw Self.invalid("its typ must be JWT or absent")
        case .failure: throw Self.invalid("its signature does not match a key of the issuer")
        }
    }

    private func check(_ claims: WorkloadClaims) throws(OAuthError) {
        let now = environment.now
        let latest = now.addingTimeInterval(Self.leeway)
        guard claims.audience.contains(issuer) else { throw Self.invalid("aud must be \(issuer)") }
        guard claims.expiresAt.date.addingTimeInterval(Self.leeway) > now else { throw Self.invalid("it has expired") }
        guard claims.expiresAt.date <= latest.addingTimeInterval(Self.maximumLifetime) else {
            throw Self.invalid("exp must be at most \(Int(Self.maximumLifetime)) seconds ahead")
        }
        guard claims.notBefore.map({ $0.date <= latest }) ?? true else { throw Self.invalid("nbf is in the future") }
        guard claims.issuedAt.map({ $0.date <= latest }) ?? true else { throw Self.invalid("iat is in the future") }
    }

    private func use(of claims: WorkloadClaims) -> Change? {
        guard let id = claims.tokenID else { return nil }
        // Issuers choose their identifiers independently; the length separates the two texts.
        let text = "workload assertion \(claims.issuer.utf8.count) \(claims.issuer) \(id)"
        return .useIdentifier(
            OpaqueToken.hash(of: text),
            until: claims.expiresAt.date.addingTimeInterval(Self.leeway),
            at: environment.now
        )
    }

    private static func invalid(_ text: String) -> OAuthError {
        OAuthError(.invalidGrant, "The assertion is invalid: \(text).")
    }
}
