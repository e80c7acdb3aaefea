package import ArgumentParser
import GatehouseServer
import GatehouseStore
package import GatehouseWire

/// The options of a client's userinfo responses, and the defaults of its authorization requests.
package struct OpenIDOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("userinfo-algorithm"),
        help: ArgumentHelp(
            "Sign userinfo responses: ES256, EdDSA, or the slower RS256 and PS256 (default: plain JSON)",
            valueName: "algorithm"
        ),
        transform: { try SigningAlgorithm(argument: $0, among: Keyring.algorithms) }
    )
    package var userInfoAlgorithm: SigningAlgorithm?

    @Option(
        help: ArgumentHelp(
            "Maximum age of a sign-in for requests without max_age; 0 makes users sign in each time",
            valueName: "seconds"
        )
    )
    package var defaultMaxAge: Int?

    @Option(
        name: .customLong("default-acr"),
        help: ArgumentHelp(
            "Class of authentication to prefer for requests without acr_values; repeatable, most preferred first",
            valueName: "acr"
        ),
        transform: { try ACR(argument: $0, among: ACR.ownClasses) }
    )
    package var defaultClasses: [ACR] = []

    @Flag(
        name: .customLong("require-auth-time"),
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Register that ID tokens must contain auth_time. All ID tokens of this server do."
    )
    package var requiresAuthenticationTime: Bool?

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        userInfoAlgorithm == nil && defaultMaxAge == nil && defaultClasses.isEmpty && requiresAuthenticationTime == nil
    }

    package func validate() throws {
        guard defaultMaxAge ?? 0 >= 0 else { throw ValidationError("--default-max-age must not be negative.") }
    }

    /// Applies the options to a registration.
    func apply(to registration: inout ClientRegistration) {
        registration.security.userInfoAlgorithm = userInfoAlgorithm ?? registration.security.userInfoAlgorithm
        let defaults = defaults(of: registration.authenticationDefaults)
        registration.authenticationDefaults = defaults.isEmpty ? nil : defaults
    }

    /// Returns the defaults after the options are applied to earlier ones; a list replaces the previous one.
    fileprivate func defaults(of old: AuthenticationDefaults?) -> AuthenticationDefaults {
        var defaults = old ?? AuthenticationDefaults()
        defaults.maxAge = defaultMaxAge ?? defaults.maxAge
        if !defaultClasses.isEmpty { defaults.classes = defaultClasses }
        defaults.requiresAuthenticationTime = requiresAuthenticationTime ?? defaults.requiresAuthenticationTime
        return defaults
    }
}

/// The options of `client update` for userinfo responses and the defaults of authorization requests.
package struct OpenIDChanges: ParsableArguments, Sendable {
    @OptionGroup package var options: OpenIDOptions

    @Flag(name: .customLong("no-userinfo-algorithm"), help: "Send userinfo responses as plain JSON.")
    package var withoutUserInfoAlgorithm = false

    @Flag(name: .customLong("no-default-max-age"), help: "Remove the default maximum age of a sign-in.")
    package var withoutDefaultMaxAge = false

    @Flag(name: .customLong("no-default-acr"), help: "Remove all default classes of authentication.")
    package var withoutDefaultClasses = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        options.isEmpty && !withoutUserInfoAlgorithm && !withoutDefaultMaxAge && !withoutDefaultClasses
    }

    package func validate() throws {
        try Self.rejectContradictions([
            ("userinfo-algorithm", options.userInfoAlgorithm != nil && withoutUserInfoAlgorithm),
            ("default-max-age", options.defaultMaxAge != nil && withoutDefaultMaxAge),
            ("default-acr", !options.defaultClasses.isEmpty && withoutDefaultClasses),
        ])
    }

    /// Applies the options to the stored client.
    func apply(to client: inout Client) {
        let algorithm = options.userInfoAlgorithm ?? client.security.userInfoAlgorithm
        client.security.userInfoAlgorithm = withoutUserInfoAlgorithm ? nil : algorithm
        var defaults = options.defaults(of: client.authenticationDefaults)
        if withoutDefaultMaxAge { defaults.maxAge = nil }
        if withoutDefaultClasses { defaults.classes = [] }
        client.authenticationDefaults = defaults.isEmpty ? nil : defaults
    }
}
