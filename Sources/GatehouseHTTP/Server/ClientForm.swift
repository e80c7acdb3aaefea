import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The form in which requests of a route carry the credentials of a client.
struct ClientForm: Sendable {
    let rule: ClientAuthenticationRule
    let read: @Sendable (ServerRequest) throws(OAuthError) -> Parameters

    /// A form (RFC 6749 §2.3.1).
    static let openID = ClientForm(rule: .oneMethod) { call throws(OAuthError) in try call.form() }

    /// Returns whether a request seems to hold a client secret or assertion, without reading its form.
    ///
    /// Requests of public clients must not use up the attempts of those with a secret.
    func mayHoldSecret(_ call: ServerRequest) -> Bool {
        if let field = call.request.headerFields[.authorization],
            case .basic(_, let secret)? = try? AuthorizationHeader(field), !secret.reveal().isEmpty
        {
            return true
        }
        return Self.names.contains { call.body.range(of: $0) != nil }
    }

    private static let names = [ParameterName.clientSecret, .clientAssertion].map { Data($0.rawValue.utf8) }
}
