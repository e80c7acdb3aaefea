package import Foundation
package import HTTPTypes

/// It was done, and there is nothing to say.
package struct KiiEmptyResponse: WireResponse, Hashable {
    package init() {}

    package init(body: Data, fields: HTTPFields) throws(WireError) {}

    package var status: HTTPResponse.Status { .noContent }

    package var fields: HTTPFields { [.cacheControl: "no-store"] }

    package func body() -> Data { Data() }
}
