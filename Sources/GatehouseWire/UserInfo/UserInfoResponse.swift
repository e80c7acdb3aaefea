/// The claims of a person (OpenID Connect Core §5.3.2).
package struct UserInfoResponse: JSONResponse, Hashable {
    package var subject: String
    package var claims: StandardClaims

    package init(subject: String, claims: StandardClaims) {
        self.subject = subject
        self.claims = claims.removing([.subject])
    }

    package init(from decoder: any Decoder) throws {
        subject = try decoder.container(keyedBy: ClaimName.self).decode(String.self, forKey: .subject)
        claims = try StandardClaims(from: decoder).removing([.subject])
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        try container.encode(subject, forKey: .subject)
        try claims.encode(to: encoder)
    }
}
