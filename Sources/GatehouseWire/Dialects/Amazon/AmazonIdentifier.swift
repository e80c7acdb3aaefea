/// The identifiers of Login with Amazon, each told by what it begins with.
package enum AmazonIdentifier: String, Sendable {
    case account = "amzn1.account."
    case client = "amzn1.application-oa2-client."
    /// An app in all its variants, which the token information calls `app_id`.
    case application = "amzn1.application."
    /// One app of one bundle.
    case variant = "amzn1.application-client."

    /// An identifier of this kind.
    package func make(_ name: String) -> String { rawValue + name }

    /// What stands behind the beginning in a client's identifier; one of another form is taken whole.
    package static func name(ofClient clientID: String) -> String {
        clientID.hasPrefix(client.rawValue) ? String(clientID.dropFirst(client.rawValue.count)) : clientID
    }
}
