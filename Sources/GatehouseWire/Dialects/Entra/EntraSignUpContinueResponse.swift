/// The account is there.
package struct EntraSignUpContinueResponse: JSONResponse, Hashable {
    /// For tokens without another sign-in; a server may leave it out.
    package var continuationToken: Secret?

    package init(continuationToken: Secret?) {
        self.continuationToken = continuationToken
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
    }
}
