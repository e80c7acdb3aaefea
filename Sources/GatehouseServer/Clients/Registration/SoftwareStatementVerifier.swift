import GatehouseStore
import GatehouseWire

/// The metadata of a request with a verified software statement.
struct AssertedMetadata: Sendable {
    /// The issuer of the statement.
    let issuer: String
    /// The metadata in the statement.
    let asserted: ClientMetadata
    /// The metadata of the request, in which that of the statement takes precedence.
    let metadata: ClientMetadata
}

/// Verifies the software statements of registrations (RFC 7591 §2.3, §3.1.1).
struct SoftwareStatementVerifier: Sendable {
    private let issuer: String
    private let trusted: [TrustedIssuer]
    private let tokens: TrustedTokenVerifier

    init(settings: ServerSettings, tokens: TrustedTokenVerifier) {
        issuer = settings.issuer
        trusted = settings.registration.statementIssuers
        self.tokens = tokens
    }

    /// Returns the trusted issuer that a request's statement claims to be from; `nil` without a statement.
    ///
    /// Nothing is verified or fetched, so that it can precede the limits.
    ///
    /// - Parameter metadata: The metadata of the request.
    /// - Returns: The issuer.
    /// - Throws: `invalid_software_statement` if it is not a signed JWT with `iss`; `unapproved_software_statement` if
    ///   the issuer is not trusted.
    func source(of metadata: ClientMetadata) throws(OAuthError) -> TrustedIssuer? {
        guard let statement = metadata.softwareStatement else { return nil }
        guard !trusted.isEmpty else { throw Self.unapproved("The server accepts no software statements.") }
        guard let jwt = TrustedTokenVerifier.read(statement), jwt.issuer != nil else {
            throw Self.invalid("it must be a signed JWT with iss.")
        }
        guard let source = trusted.first(where: { $0.isIssuer(of: jwt) }) else {
            throw Self.unapproved("The issuer of the software statement is not trusted.")
        }
        return source
    }

    /// Verifies the statement of a request.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the request.
    ///   - source: The issuer of the statement; `nil` without one.
    /// - Returns: The metadata with that of the statement; `nil` without one.
    /// - Throws: `invalid_software_statement` that names the reason; `invalid_client_metadata` or
    ///   `invalid_redirect_uri` for the metadata in the statement; `temporarily_unavailable` if the keys of the issuer
    ///   are not available.
    func verify(
        _ metadata: ClientMetadata,
        from source: TrustedIssuer?
    ) async throws(OAuthError) -> AssertedMetadata? {
        guard let source, let text = metadata.softwareStatement else { return nil }
        switch try await tokens.verify(Secret(text), from: source, as: SoftwareStatement.self) {
        case .failure(let error): throw Self.invalid(error.reason)
        case .success(let statement):
            // RFC 7519 §4.1.3; RFC 7591 requires no audience.
            guard statement.audience?.contains(issuer) ?? true else {
                throw Self.invalid("aud must be \(issuer) or absent.")
            }
            return AssertedMetadata(
                issuer: source.issuer,
                asserted: try ClientMetadata(statement),
                metadata: try metadata.applying(statement)
            )
        }
    }

    private static func invalid(_ text: String) -> OAuthError {
        OAuthError(.invalidSoftwareStatement, "The software statement is invalid: \(text)")
    }

    private static func unapproved(_ text: String) -> OAuthError {
        OAuthError(.unapprovedSoftwareStatement, text)
    }
}
