extension Scope {
    /// The claims that this scope asks for (OpenID Connect Core §5.4).
    package var claims: [ClaimName] {
        switch self {
        case .openid: [.subject]
        case .profile:
            [
                .name, .familyName, .givenName, .middleName, .nickname, .preferredUsername, .profile, .picture,
                .website, .gender, .birthdate, .zoneInfo, .locale, .updatedAt,
            ]
        case .email: [.email, .emailVerified]
        case .phone: [.phoneNumber, .phoneNumberVerified]
        case .address: [.address]
        default: []
        }
    }
}
