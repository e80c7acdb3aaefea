/// The account is there.
package struct EntraSignUpContinueResponse: JSONResponse, Hashable {
    /// For tokens without another sign-in; a server may leave it out.
    package var continuationToken: Secret?
    /// Seconds that the continuation token is good for.
    package var expiresIn: Int?

    package init(continuationToken: Secret?, expiresIn: Int? = nil) {
        self.continuationToken = continuationToken
        self.expiresIn = expiresIn
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case expiresIn = "expires_in"
    }
}
