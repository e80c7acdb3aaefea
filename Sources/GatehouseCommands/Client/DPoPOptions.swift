package import ArgumentParser
import GatehouseServer
import GatehouseStore

/// The option that binds the tokens of a client to its key.
package struct DPoPOptions: ParsableArguments, Sendable {
    @Flag(
        name: .customLong("require-dpop"),
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Require a DPoP proof in token requests, which binds tokens to a key of the app."
    )
    package var requiresDPoP: Bool?

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool { requiresDPoP == nil }

    /// Applies the option to a registration.
    func apply(to registration: inout ClientRegistration) {
        registration.security.requiresDPoP = requiresDPoP ?? registration.security.requiresDPoP
    }

    /// Applies the option to the stored client.
    func apply(to client: inout Client) {
        client.security.requiresDPoP = requiresDPoP ?? client.security.requiresDPoP
    }
}
