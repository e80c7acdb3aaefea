import Foundation
package import GatehouseStore
package import GatehouseWire

/// Entra's native authentication and the endpoints of a tenant that Microsoft's libraries use.
package struct EntraAdapter: Sendable {
    package let tenants: EntraTenants
    package let clients: EntraClientPolicy
    package let signUp: EntraSignUpHandler
    package let signIn: EntraSignInHandler
    package let reset: EntraResetHandler
    package let secondFactor: EntraSecondFactorHandler
    package let registration: EntraRegistrationHandler
    package let token: EntraTokenHandler
    package let metadata: EntraMetadataHandler
    package let deviceCode: EntraDeviceCodeHandler
    package let defaultScopes: EntraDefaultScopes
    /// The logout endpoint, which also accepts a client's redirect URIs, because Entra has no separate list for it.
    package let endSession: EndSessionHandler

    init(
        flows: NativeFlows,
        token: TokenHandler,
        deviceAuthorization: DeviceAuthorizationHandler,
        discovery: DiscoveryHandler,
        endSession: EndSessionHandler,
        settings: ServerSettings,
        resources: ResourceDirectory,
        records: RecordLookup,
        requests: RequestLimiter
    ) {
        let flow = EntraFlowAdapter(flows: flows, codeLength: settings.codeLength)
        tenants = EntraTenants(names: settings.tenants, issuer: settings.issuer)
        clients = EntraClientPolicy(records: records, requests: requests)
        signUp = EntraSignUpHandler(flow: flow)
        signIn = EntraSignInHandler(flow: flow)
        reset = EntraResetHandler(flow: flow)
        secondFactor = EntraSecondFactorHandler(flow: flow)
        registration = EntraRegistrationHandler(flow: flow)
        self.token = EntraTokenHandler(
            flow: flow,
            token: token,
            tenantID: tenants.id
        )
        metadata = EntraMetadataHandler(discovery: discovery, issuer: settings.issuer)
        defaultScopes = EntraDefaultScopes(resources: resources, records: records)
        deviceCode = EntraDeviceCodeHandler(
            devices: deviceAuthorization,
            defaultScopes: defaultScopes,
            records: records,
            requests: requests
        )
        var endSession = endSession
        endSession.returnURIs = { $0.postLogoutRedirectURIs + $0.redirectURIs }
        self.endSession = endSession
    }
}

/// A request of a native app.
package struct EntraRequest: Sendable {
    /// The authenticated client, which is registered for native authentication.
    package let client: Client
    package let parameters: Parameters
    /// The language of messages.
    package let language: Language
    package let context: RequestMetadata

    package init(client: Client, parameters: Parameters, language: Language, context: RequestMetadata) {
        self.client = client
        self.parameters = parameters
        self.language = language
        self.context = context
    }

    func read<Request: WireRequest>(_ type: Request.Type) throws(EntraError) -> Request {
        do { return try Request(parameters: parameters) } catch { throw EntraError(error) }
    }
}

/// The identifiers with which client and server correlate their logs.
package struct EntraRequestIDs: Sendable {
    /// The server's identifier of the request.
    package let id: String
    /// The client's identifier of the request or its flow.
    package let correlationID: String

    /// Creates identifiers; a client value that is not a UUID is replaced.
    package init(correlationID: String?, random: RandomSource) {
        id = UUID(random: random).text
        self.correlationID =
            correlationID.flatMap { UUID(uuidString: $0)?.uuidString.lowercased() == $0.lowercased() ? $0 : nil }
            ?? UUID(random: random).text
    }
}
