package import Foundation

/// A request as the members of its body: the client writes them, the server reads them, both here.
package protocol KiiRequest: Sendable {
    /// Reads the request; members that it does not know are ignored.
    ///
    /// - Throws: `INVALID_INPUT_DATA` for a member that is missing or cannot be what it is.
    init(members: KiiMembers) throws(KiiError)

    var members: KiiMembers { get }

    /// What the body is called.
    var mediaType: KiiMediaType { get }

    /// The bytes to send; empty for a request that has no body at all, which a GET must not have.
    var body: Data { get }
}

extension KiiRequest {
    package var body: Data { members.body }
}
