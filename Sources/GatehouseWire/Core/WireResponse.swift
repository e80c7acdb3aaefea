package import Foundation
package import HTTPTypes

/// A successful answer as status, header fields and body: the server writes them, the client reads them, both here.
package protocol WireResponse: Sendable {
    var status: HTTPResponse.Status { get }
    var fields: HTTPFields { get }
    func body() -> Data

    /// Reads the answer of any standard server: unknown members are ignored.
    init(body: Data, fields: HTTPFields) throws(WireError)
}

extension WireResponse {
    package var status: HTTPResponse.Status { .ok }
}
