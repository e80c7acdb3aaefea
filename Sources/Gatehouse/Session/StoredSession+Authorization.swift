import GatehouseWire

extension StoredSession {
    /// The value of the field `Authorization` that carries the access token (RFC 6750 §2.1, RFC 9449 §7.1).
    var authorizationHeader: String {
        (accessTokenProof == nil ? AuthorizationHeader.bearer(accessToken) : .dpop(accessToken)).encoded
    }

    /// The key that requests with the access token prove; `nil` for a bearer token.
    ///
    /// A token whose key is lost is sent as a bearer token: the server rejects it, and a refresh follows.
    var accessTokenProof: RequestProof? {
        guard let key = accessTokenKey, !key.isLost else { return nil }
        return RequestProof(key: key, accessToken: accessToken)
    }
}
