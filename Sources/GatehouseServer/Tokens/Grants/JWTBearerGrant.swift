import GatehouseStore
import GatehouseWire

/// The JWT bearer grant for workloads (RFC 7523 §2.1): a CI job or a pod gets a token of a client without its secret.
///
/// The token is that of the client credentials grant. Each assertion with an identifier is accepted once.
struct JWTBearerGrant: TokenEndpointGrant, ClientIdentifyingGrant {
    static let isWithoutUser = true

    let services: GrantServices
    let assertion: Secret
    let scope: ScopeSet?
    /// The workload, once the assertion is verified.
    var workload: Workload?

    /// All clients may use the grant: the operator's configuration names the workloads of a client.
    func checkEligibility(of client: Client) throws(OAuthError) {}

    func identifyClient() async throws(OAuthError) -> (client: Client, grant: any GrantHandler) {
        var verified = self
        let workload = try await services.workloads.verify(assertion)
        verified.workload = workload
        return (workload.client, verified)
    }

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        let workload = try await verifiedWorkload()
        guard workload.client.id == request.client.id else { throw TokenHandler.wrongClient }
        let scopes = try ClientCredentialsGrant.scopes(scope, of: request.client)
        let tokens = try await services.tokens.issueClientToken(scopes: scopes, for: request)
        let event = services.audit.event(
            .workloadAuthenticated,
            request.context,
            client: request.client.id,
            detail: String(workload.subject.prefix(Self.maximumDetail))
        )
        let changes = [workload.use?.change(at: request.now), event].compactMap(\.self)
        guard try await services.records.firstConflict(committing: changes) == nil else {
            throw OAuthError(.invalidGrant, "The assertion was used before. Each request requires a new one.")
        }
        return tokens
    }

    private func verifiedWorkload() async throws(OAuthError) -> Workload {
        if let workload { return workload }
        return try await services.workloads.verify(assertion)
    }

    /// The number of characters of a subject in the audit log.
    private static let maximumDetail = 200
}

extension JWTBearerGrant {
    init(_ request: JWTBearerParameters, _ services: GrantServices) {
        self.init(services: services, assertion: request.assertion, scope: request.scope)
    }
}
