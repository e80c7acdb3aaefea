package import ArgumentParser
import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// The option that registers a client for a security profile.
package struct ProfileOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            """
            Security profile. It sets what it demands, and rejects options that contradict it: oauth2.1 (PKCE, no \
            protocols of vendors), fapi2-security (private_key_jwt, pushed requests, DPoP) or mcp (agents of the Model \
            Context Protocol)
            """,
            valueName: "profile"
        )
    )
    package var profile: SecurityProfile?

    package init() {}

    /// Applies the profile to a registration; options that were given explicitly are applied afterwards.
    func apply(to registration: inout ClientRegistration) {
        guard let profile else { return }
        registration.adopt(profile)
        guard let authenticationMethod else { return }
        registration.kind = .confidential
        registration.authenticationMethod = authenticationMethod
    }

    /// The authentication method that the profile demands, if any.
    var authenticationMethod: ClientAuthenticationMethod? { profile?.requirements.authenticationMethod }
}

/// The options of `client update` for the security profile.
package struct ProfileChanges: ParsableArguments, Sendable {
    @OptionGroup package var options: ProfileOptions

    @Flag(name: .customLong("no-profile"), help: "Remove the profile. The properties that it has set stay.")
    package var withoutProfile = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool { options.profile == nil && !withoutProfile }

    package func validate() throws {
        try Self.rejectContradictions([("profile", options.profile != nil && withoutProfile)])
    }

    /// Applies the options to the stored client, before all others.
    func apply(to client: inout Client) {
        if withoutProfile { client.security.profile = nil }
        if let profile = options.profile { client.adopt(profile) }
    }
}

extension SecurityProfile: ExpressibleByArgument {}
