import GatehouseMetrics
import GatehouseStore
package import GatehouseWire

/// The token endpoint `/oauth2/token` (RFC 6749 §3.2): the processing that all grants share.
package struct TokenHandler: Sendable {
    let issuer: String
    let environment: ServerEnvironment
    let clients: ClientAuthenticator
    let services: GrantServices
    let dpop: DPoPVerifier
    /// The successful requests by grant type.
    let issued: LabelledCounter

    /// Returns the response of a token request.
    ///
    /// - Parameters:
    ///   - parameters: The posted form; query parameters are not read.
    ///   - authorization: The value of the `Authorization` field.
    ///   - dpopProof: The value of the `DPoP` field.
    ///   - context: The request.
    /// - Returns: The tokens.
    /// - Throws: The errors of RFC 6749 §5.2, RFC 8628 §3.5, RFC 8707 §2 and RFC 9449 §5.
    package func token(
        _ parameters: Parameters,
        authorization: String?,
        dpopProof: String? = nil,
        context: RequestMetadata
    ) async throws(OAuthError) -> TokenResponse {
        try await redeem(parameters, authorization: authorization, dpopProof: dpopProof, context: context).response
    }

    /// Authenticates the client of a request and redeems the grant.
    func redeem(
        _ parameters: Parameters,
        authorization: String?,
        dpopProof: String? = nil,
        options: GrantOptions = GrantOptions(),
        context: RequestMetadata
    ) async throws(OAuthError) -> IssuedTokens {
        let grant = try GrantRegistry.handler(parameters, services)
        let credentials = try ClientCredentials(parameters: parameters)
        let resources = try parameters.resources()
        let (client, identified) = try await client(
            of: grant,
            credentials,
            authorization: authorization,
            rule: options.authentication,
            context: context
        )
        guard let grant = identified else { throw Self.unsupportedGrantType }
        let key = try dpop.key(provenBy: dpopProof, at: TokenEndpoint.self)
        return try await redeem(
            grant,
            of: client,
            proving: key,
            target: .resources(resources),
            options: options,
            context: context
        )
    }

    /// Returns the client of a request: the authenticated one, or for a request without credentials that of a grant
    /// which identifies it (RFC 7521 §4.1).
    private func client(
        of grant: (any GrantHandler)?,
        _ credentials: ClientCredentials,
        authorization: String?,
        rule: ClientAuthenticationRule,
        context: RequestMetadata
    ) async throws(OAuthError) -> (client: Client, grant: (any GrantHandler)?) {
        guard let identifying = grant as? any ClientIdentifyingGrant, authorization == nil,
            credentials == ClientCredentials(clientID: credentials.clientID)
        else {
            let client = try await clients.authenticate(
                credentials,
                authorization: authorization,
                rule: rule,
                context: context
            )
            return (client, grant)
        }
        let (client, verified) = try await identifying.identifyClient()
        guard credentials.clientID.map({ $0.utf8.elementsEqual(client.id.rawValue.utf8) }) ?? true else {
            throw Self.wrongClient
        }
        try clients.requests.countRequest(of: client, context)
        return (client, verified)
    }

    /// Redeems the grant of an authenticated client.
    func redeem(
        _ grant: any GrantHandler,
        of client: Client,
        proving key: ProvenKey? = nil,
        target: RequestedTarget = .issuer,
        options: GrantOptions = GrantOptions(),
        context: RequestMetadata
    ) async throws(OAuthError) -> IssuedTokens {
        guard client.grantTypes.contains(type(of: grant).grantType) || grant.isOpen(to: client) else {
            throw Self.unauthorizedGrantType
        }
        try grant.checkEligibility(of: client)
        let tokens = try await grant.redeem(
            GrantContext(
                client: client,
                target: target,
                provenKey: key,
                options: options,
                context: context,
                now: environment.now
            )
        )
        issued.increment(type(of: grant).grantType.rawValue)
        return tokens
    }

    static let unauthorizedGrantType = OAuthError(
        .unauthorizedClient,
        "The client is not authorized to use this grant type."
    )
    /// The error for a grant that identifies another client than the request.
    static let wrongClient = OAuthError(.invalidGrant, "The assertion is for another client.")
    static let unsupportedGrantType = OAuthError(.unsupportedGrantType, "Unsupported grant type.")
}
