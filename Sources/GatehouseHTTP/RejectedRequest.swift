import Foundation
import GatehouseServer
package import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// A rejected request with the details a developer needs to find the cause, without secrets.
package struct RejectedRequest: Sendable {
    package let method: String
    /// The path of the route, with the tenant and the app of the request, or the path of a request without a route.
    package let path: String
    /// The protocol that the called endpoint belongs to.
    package let wireProtocol: WireProtocol
    package let status: Int
    /// The error code in the protocol of the request.
    package let code: String
    package let description: String
    /// The client ID in the request.
    package let clientID: String?
    /// The client, if it is registered.
    package let client: Client?
    package let redirectURI: String?
    package let scope: String?
    /// The grant type that the request uses or starts.
    package let grantType: GrantType?
    /// Whether the request has a client secret.
    package let sendsSecret: Bool
    /// Whether the request was refused because it has no PKCE challenge.
    package let lacksCodeChallenge: Bool
    /// Whether the request was refused because the client is not registered for native authentication.
    package let needsNativeClient: Bool
    /// Whether the request was refused because it has no DPoP proof.
    package var lacksProof = false

    package init(
        method: String,
        path: String,
        wireProtocol: WireProtocol = .openID,
        status: Int,
        code: String,
        description: String,
        clientID: String? = nil,
        client: Client? = nil,
        redirectURI: String? = nil,
        scope: String? = nil,
        grantType: GrantType? = nil,
        sendsSecret: Bool = false,
        lacksCodeChallenge: Bool = false,
        needsNativeClient: Bool = false
    ) {
        self.method = method
        self.path = path
        self.wireProtocol = wireProtocol
        self.status = status
        self.code = code
        self.description = description
        self.clientID = clientID
        self.client = client
        self.redirectURI = redirectURI
        self.scope = scope
        self.grantType = grantType
        self.sendsSecret = sendsSecret
        self.lacksCodeChallenge = lacksCodeChallenge
        self.needsNativeClient = needsNativeClient
    }

    init(
        _ rejection: Rejection,
        _ call: ServerRequest,
        path: String,
        route: Route?,
        status: Int,
        records: RecordLookup
    ) async {
        let parameters = (try? call.parameters()) ?? Parameters()
        let header = call.request.headerFields[.authorization].flatMap { try? AuthorizationHeader($0) }
        method = call.request.method.rawValue
        self.path = path
        wireProtocol = route?.wireProtocol ?? .openID
        self.status = status
        code = rejection.code
        description = rejection.description
        var secret = parameters[.clientSecret] ?? ""
        let segment = route?.clientSegment.flatMap { call.segments[$0] }.map { $0.removingPercentEncoding ?? $0 }
        var clientID = parameters[.clientID] ?? segment ?? rejection.clientID
        if case .basic(let id, let password)? = header {
            clientID = id
            secret += password.reveal()
        }
        self.clientID = clientID
        sendsSecret = !secret.isEmpty
        client =
            if let clientID, clientID.utf8.count <= 255 {
                try? await records.servedClient(Client.ID(clientID))
            } else { nil }
        redirectURI = parameters[.redirectURI]
        scope = parameters[.scope]
        lacksCodeChallenge =
            parameters[.codeChallenge] == nil
            && rejection.description.contains(ParameterName.codeChallenge.rawValue)
        needsNativeClient = rejection.needsNativeClient
        lacksProof =
            code == OAuthErrorCode.invalidDPoPProof.rawValue && call.request.headerFields[.dpop] == nil
        grantType =
            parameters[.grantType].map(GrantType.init(rawValue:))
            ?? (parameters[.responseType] != nil
                ? .authorizationCode : path.hasSuffix(DeviceAuthorizationEndpoint.path) ? .deviceCode : nil)
    }
}
