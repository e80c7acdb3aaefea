import Gatehouse

/// A person's claims in one JSON object, as the userinfo endpoint has them (OpenID Connect Core §5.3.2).
struct UserClaims: Encodable {
    private let user: User

    init(_ user: User) {
        self.user = user
    }

    func encode(to encoder: any Encoder) throws {
        try user.claims.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(user.id, forKey: .sub)
    }

    private enum CodingKeys: CodingKey {
        case sub
    }
}
