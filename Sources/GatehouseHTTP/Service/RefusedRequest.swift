import GatehouseServer
package import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// A refused request with the details that a developer needs to find the cause; never a secret.
package struct RefusedRequest: Sendable {
    package let method: String
    /// The route that was called; for an address without one, its path.
    package let path: String
    package let status: Int
    /// The error's code in the request's protocol.
    package let code: String
    package let description: String
    /// The client that the request names.
    package let clientID: String?
    /// The client, if it is registered.
    package let client: Client?
    package let redirectURI: String?
    package let scope: String?
    /// The grant that the request uses or begins.
    package let grantType: GrantType?

    package init(
        method: String,
        path: String,
        status: Int,
        code: String,
        description: String,
        clientID: String? = nil,
        client: Client? = nil,
        redirectURI: String? = nil,
        scope: String? = nil,
        grantType: GrantType? = nil
    ) {
        self.method = method
        self.path = path
        self.status = status
        self.code = code
        self.description = description
        self.clientID = clientID
        self.client = client
        self.redirectURI = redirectURI
        self.scope = scope
        self.grantType = grantType
    }

    init(_ refusal: Refusal, _ call: HTTPCall, path: String, status: Int, core: ServerCore) async {
        let parameters = (try? call.parameters()) ?? Parameters()
        let header = call.request.headerFields[.authorization].flatMap { try? AuthorizationHeader($0) }
        method = call.request.method.rawValue
        self.path = path
        self.status = status
        code = refusal.code
        description = refusal.description
        clientID = if case .basic(let id, _)? = header { id } else { parameters[.clientID] ?? call.kiiApp }
        client = if let clientID { try? await core.servedClient(Client.ID(clientID)) } else { nil }
        redirectURI = parameters[.redirectURI]
        scope = parameters[.scope]
        grantType =
            parameters[.grantType].map(GrantType.init(rawValue:))
            ?? (parameters[.responseType] != nil
                ? .authorizationCode : path.hasSuffix(DeviceAuthorizationEndpoint.path) ? .deviceCode : nil)
    }
}
