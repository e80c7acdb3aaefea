package import Foundation
package import HTTPTypes

/// The person is signed out and goes back to the client, or stays on a page that says so.
package struct EndSessionResponse: WireResponse, Hashable {
    /// Where the browser is sent; `nil` for a page of the server's own.
    package var redirectURI: RedirectURI?
    package var state: String?

    package init(redirectURI: RedirectURI?, state: String?) {
        self.redirectURI = redirectURI
        self.state = state
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        guard let location = fields[.location] else {
            self.init(redirectURI: nil, state: nil)
            return
        }
        let parts = location.split(separator: "?", maxSplits: 1)
        guard let uri = parts.first.flatMap({ RedirectURI(rawValue: String($0)) }) else {
            throw WireError("The Location field is not an absolute URL.")
        }
        self.init(redirectURI: uri, state: try Parameters(formEncoded: parts.count > 1 ? parts[1] : "")[.state])
    }

    /// Where the browser is sent, with the client's `state`.
    package var location: String? { redirectURI?.addingToQuery(Parameters([.state: state])) }

    package var status: HTTPResponse.Status { redirectURI == nil ? .ok : .seeOther }

    package var fields: HTTPFields {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        if let location { fields[.location] = location }
        return fields
    }

    package func body() -> Data { Data() }
}
