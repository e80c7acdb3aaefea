package import Foundation

/// A pushed authorization request (RFC 9126).
package struct PushedRequest: Sendable, Equatable, Codable {
    package typealias ID = TypedID<PushedRequest>

    /// The SHA-256 hash of the request URI in base64url.
    package let id: ID
    package let clientID: Client.ID
    /// The parameters of the request as a form, without client credentials.
    package let form: String
    /// The thumbprint of the key to which the authorization code is bound (RFC 9449 §10.1).
    package let keyThumbprint: String?
    package let expiresAt: Date

    package init(id: ID, clientID: Client.ID, form: String, keyThumbprint: String? = nil, expiresAt: Date) {
        self.id = id
        self.clientID = clientID
        self.form = form
        self.keyThumbprint = keyThumbprint
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}

/// Reads pushed authorization requests.
package protocol PushedRequestReader: Sendable {
    func pushedRequest(_ id: PushedRequest.ID) async throws(StoreError) -> PushedRequest?
}
