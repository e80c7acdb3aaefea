/// Whom an access token of Login with Amazon is for.
package struct AmazonTokenInfoResponse: JSONResponse, Hashable {
    /// The client it was issued to, which a back end compares with its own.
    package var audience: String
    package var userID: String
    package var issuer: String
    /// Seconds until the token expires, and not a time.
    package var expiresIn: Int
    package var applicationID: String
    package var issuedAt: UnixTime

    package init(
        audience: String,
        userID: String,
        issuer: String,
        expiresIn: Int,
        applicationID: String,
        issuedAt: UnixTime
    ) {
        self.audience = audience
        self.userID = userID
        self.issuer = issuer
        self.expiresIn = expiresIn
        self.applicationID = applicationID
        self.issuedAt = issuedAt
    }

    private enum CodingKeys: String, CodingKey {
        case audience = "aud"
        case userID = "user_id"
        case issuer = "iss"
        case expiresIn = "exp"
        case applicationID = "app_id"
        case issuedAt = "iat"
    }
}
