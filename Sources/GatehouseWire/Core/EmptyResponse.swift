package import Foundation
package import HTTPTypes

/// An answer without a body and so without a content type, such as that of revocation (RFC 7009 §2.2).
package struct EmptyResponse: WireResponse, Equatable {
    package init() {}

    package init(body: Data, fields: HTTPFields) throws(WireError) {}

    package var fields: HTTPFields { [.cacheControl: "no-store"] }

    package func body() -> Data { Data() }
}
