import GatehouseStore
import GatehouseWire

/// The rules for the exchange of tokens between APIs (RFC 8693).
extension RegistrationPolicy {
    /// The maximum number of APIs whose tokens a client exchanges, and of those that it calls.
    private static let maximumResources = 50

    /// Requires a confidential client and a complete policy for the exchange of tokens.
    ///
    /// - Throws: `invalid_client_metadata`.
    func checkExchange(_ registration: ClientRegistration) throws(OAuthError) {
        guard !registration.grantTypes.contains(.tokenExchange) || registration.kind == .confidential else {
            throw Self.invalid("token-exchange requires a confidential client.")
        }
        guard let policy = registration.tokenExchange else { return }
        guard registration.grantTypes.contains(.tokenExchange) else {
            throw Self.invalid("The exchange of tokens requires the grant type token-exchange.")
        }
        for (resources, name) in [(policy.subjects, "whose tokens are exchanged"), (policy.targets, "to call")] {
            guard (1...Self.maximumResources).contains(resources.count), Set(resources).count == resources.count else {
                throw Self.invalid(
                    "The exchange of tokens requires 1 to \(Self.maximumResources) different APIs \(name)."
                )
            }
        }
    }
}
