package import Foundation
package import HTTPTypes

/// The client registration endpoint (RFC 7591 §3, OpenID Connect Dynamic Client Registration §3).
///
/// The request has no parameters; its body is ``ClientMetadata`` in JSON.
package enum RegistrationEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Body = ClientMetadata
    package typealias Response = RegistrationResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/register"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidToken, .invalidRedirectURI, .invalidClientMetadata, .invalidSoftwareStatement,
        .unapprovedSoftwareStatement, .serverError, .temporarilyUnavailable,
    ]
}

/// The response of a registration (RFC 7591 §3.2.1).
package struct RegistrationResponse: JSONResponse, Hashable {
    package var client: ClientInformation

    package init(client: ClientInformation) {
        self.client = client
    }

    package var status: HTTPResponse.Status { .created }

    package init(from decoder: any Decoder) throws {
        client = try ClientInformation(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try client.encode(to: encoder)
    }
}

/// The client configuration endpoint, at which a client reads, replaces and deletes its registration (RFC 7592 §2).
///
/// Requests have the registration access token. The body of PUT is a ``RegistrationUpdate``; the response of DELETE is
/// a ``RegistrationDeletion``.
package enum ClientConfigurationEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Body = RegistrationUpdate
    package typealias Response = ClientInformation

    package static let method = HTTPRequest.Method.get
    package static let methods: Set<HTTPRequest.Method> = [.get, .put, .delete]
    /// The path; the segment stands for the percent-encoded client identifier.
    package static let path = "\(RegistrationEndpoint.path)/{\(client)}"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidToken, .invalidRedirectURI, .invalidClientMetadata, .invalidSoftwareStatement,
        .unapprovedSoftwareStatement, .serverError, .temporarilyUnavailable,
    ]

    /// The name of the segment with the client identifier.
    package static let client = "client_id"

    /// Returns the path of a client's registration.
    package static func path(of clientID: String) -> String {
        "\(RegistrationEndpoint.path)/\(FormCoding.encode(clientID))"
    }
}

extension ClientInformation: JSONResponse {}

/// The request that replaces the metadata of a client (RFC 7592 §2.2).
package struct RegistrationUpdate: Sendable, Hashable {
    /// The client identifier, which must be that of the registration.
    package var clientID: String
    /// The client secret, which must be the current one; clients cannot choose their secrets.
    package var clientSecret: Secret?
    package var metadata: ClientMetadata

    package init(clientID: String, clientSecret: Secret? = nil, metadata: ClientMetadata) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.metadata = metadata
    }

    /// Reads the request.
    ///
    /// - Throws: `invalid_client_metadata` or `invalid_redirect_uri` as ``ClientMetadata/init(body:)``, also for a
    ///   missing client identifier and for a member that only the server may set (RFC 7592 §2.2).
    package init(body: Data) throws(OAuthError) {
        metadata = try ClientMetadata(body: body)
        let information = try ClientMetadata.decode(ClientInformation.self, from: body)
        guard information.clientIDIssuedAt == nil, information.clientSecretExpiresAt == nil,
            information.registrationAccessToken == nil, information.registrationClientURI == nil
        else {
            throw OAuthError(
                .invalidClientMetadata,
                "The request contains members of the response that must not be included in an update."
            )
        }
        clientID = information.clientID
        clientSecret = information.clientSecret
    }

    /// Returns the JSON body.
    package func body() -> Data {
        JSONCoding.encode(ClientInformation(clientID: clientID, clientSecret: clientSecret, metadata: metadata))
    }
}

/// The response to a deleted registration (RFC 7592 §2.3).
package struct RegistrationDeletion: WireResponse, Equatable {
    package init() {}

    package init(body: Data, fields: HTTPFields) throws(WireError) {}

    package var status: HTTPResponse.Status { .noContent }

    package var fields: HTTPFields { [.cacheControl: "no-store", .pragma: "no-cache"] }

    package func body() -> Data { Data() }
}
