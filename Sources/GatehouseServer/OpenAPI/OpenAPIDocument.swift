package import Foundation
package import GatehouseWire
import HTTPTypes

/// The description of the server's own JSON APIs in OpenAPI 3.1, generated from their endpoint types.
package struct OpenAPIDocument: Sendable {
    /// The document.
    package let value: JSONValue

    /// Generates the document of a server.
    ///
    /// - Parameter issuer: The issuer, without a trailing slash.
    /// - Throws: ``SchemaError`` for a type without a schema, which is an error of the type.
    package init(issuer: String) throws(SchemaError) {
        var builder = OpenAPIBuilder()
        for endpoint in AccountAPI.endpoints { try builder.add(endpoint) }
        try builder.add(LiveEndpoint.self, id: "checkLiveness", summary: "Returns whether the process runs.")
        try builder.add(
            ReadyEndpoint.self,
            id: "checkReadiness",
            summary: "Returns whether the server can serve requests."
        )
        value = [
            "openapi": "3.1.1",
            "info": [
                "title": "Gatehouse", "version": "1",
                "description":
                    "The APIs of the identity server. OpenID Connect is described by its own discovery document.",
            ],
            "servers": [["url": .string(issuer)]],
            "tags": [
                [
                    "name": .string(OpenAPITag.account.rawValue),
                    "description": "The account of the user of an access token.",
                ],
                ["name": .string(OpenAPITag.health.rawValue), "description": "Probes for monitoring."],
            ],
            "paths": .object(builder.paths),
            "components": [
                "schemas": .object(builder.schemas.components),
                "responses": .object(builder.responses),
                "securitySchemes": Self.securitySchemes(issuer: issuer),
            ],
        ]
    }

    /// The document as JSON; equal for equal issuers.
    package var body: Data { JSONCoding.encode(value) }

    private static func securitySchemes(issuer: String) -> JSONValue {
        [
            OpenAPIBuilder.bearer: [
                "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                "description": "An access token with the scope that the operation names (RFC 6750).",
            ],
            OpenAPIBuilder.oauth: [
                "type": "oauth2",
                "flows": [
                    "authorizationCode": [
                        "authorizationUrl": .string(issuer + AuthorizationEndpoint.path),
                        "tokenUrl": .string(issuer + TokenEndpoint.path),
                        "refreshUrl": .string(issuer + TokenEndpoint.path),
                        "scopes": .object([
                            Scope.account.rawValue: "Read, change and delete the account of the user."
                        ]),
                    ]
                ],
            ],
        ]
    }
}

/// A group of operations in the document.
enum OpenAPITag: String {
    case account = "Account"
    case health = "Health"
}
