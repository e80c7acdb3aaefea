/// The code was right: the new password may be handed in.
package struct EntraResetContinueResponse: JSONResponse, Hashable {
    package var continuationToken: Secret
    /// Seconds that the continuation token is good for.
    package var expiresIn: Int?

    package init(continuationToken: Secret, expiresIn: Int?) {
        self.continuationToken = continuationToken
        self.expiresIn = expiresIn
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case expiresIn = "expires_in"
    }
}
