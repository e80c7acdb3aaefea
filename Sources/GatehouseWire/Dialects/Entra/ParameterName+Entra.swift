/// Parameters of Microsoft's libraries.
extension ParameterName {
    /// The identity provider to sign in with, where a server has several.
    package static let domainHint = Self(rawValue: "domain_hint")
}
