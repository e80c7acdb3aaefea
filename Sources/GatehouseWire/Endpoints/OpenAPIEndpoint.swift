package import Foundation
package import HTTPTypes

/// The description of the server's own JSON APIs (OpenAPI 3.1).
package enum OpenAPIEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = OpenAPIResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/openapi.json"
    package static let errors: Set<OAuthErrorCode> = []
}

/// An OpenAPI document, as text.
package struct OpenAPIResponse: WireResponse, Hashable {
    package let document: Data

    package init(document: Data) {
        self.document = document
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        document = body
    }

    package var fields: HTTPFields { .publicJSON(maxAge: 300) }

    package func body() -> Data { document }
}
