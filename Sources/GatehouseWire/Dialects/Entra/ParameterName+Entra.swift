/// Parameters of Microsoft's libraries.
extension ParameterName {
    /// Names the identity provider to sign in with, where a server has several.
    package static let domainHint = Self(rawValue: "domain_hint")
}
