package import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The options of a client's logout tokens and subject identifiers.
package struct LogoutOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("backchannel-logout-uri"),
        help: ArgumentHelp("URL of the app that receives a logout token when a session ends", valueName: "url")
    )
    package var backChannelLogoutURI: String?

    @Flag(
        name: .customLong("backchannel-logout-session-required"),
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Include the session ID (sid) in every ID token and logout token."
    )
    package var requiresSessionID: Bool?

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Identify users by IDs that apps on other hosts don't get. A later change gives all users new IDs."
    )
    package var pairwise: Bool?

    @Option(
        name: .customLong("sector-identifier"),
        help: ArgumentHelp(
            "Host whose apps get the same pairwise IDs (default: the host of the redirect URIs)",
            valueName: "host"
        )
    )
    package var sectorIdentifier: String?

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        backChannelLogoutURI == nil && requiresSessionID == nil && pairwise == nil && sectorIdentifier == nil
    }

    package func validate() throws {
        guard sectorIdentifier == nil || pairwise != false else {
            throw ValidationError("Use --sector-identifier or --no-pairwise, not both.")
        }
    }

    /// Applies the options to a registration.
    func apply(to registration: inout ClientRegistration) throws(OAuthError) {
        registration.backChannelLogout = try logout(of: nil)
        registration.sectorIdentifier = try sector(of: nil, redirectURIs: registration.redirectURIs)
    }

    /// Returns the endpoint after the options are applied to an earlier one.
    fileprivate func logout(of old: BackChannelLogout?) throws(OAuthError) -> BackChannelLogout? {
        guard let uri = backChannelLogoutURI ?? old?.uri else {
            guard requiresSessionID == nil else {
                throw OAuthError(.invalidClientMetadata, "Logout tokens need a --backchannel-logout-uri.")
            }
            return nil
        }
        return BackChannelLogout(uri: uri, requiresSessionID: requiresSessionID ?? old?.requiresSessionID ?? false)
    }

    /// Returns the sector after the options are applied to an earlier one.
    fileprivate func sector(of old: String?, redirectURIs: [String]) throws(OAuthError) -> String? {
        if let sectorIdentifier { return sectorIdentifier }
        switch pairwise {
        case nil: return old
        case false?: return nil
        case true?:
            if let old { return old }
            return try RegistrationPolicy.sector(of: redirectURIs)
        }
    }
}

/// The options of `client update` for logout tokens and subject identifiers.
package struct LogoutChanges: ParsableArguments, Sendable {
    @OptionGroup package var options: LogoutOptions

    @Flag(name: .customLong("no-backchannel-logout-uri"), help: "Send no logout tokens.")
    package var withoutBackChannelLogout = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool { options.isEmpty && !withoutBackChannelLogout }

    package func validate() throws {
        try Self.rejectContradictions([
            ("backchannel-logout-uri", options.backChannelLogoutURI != nil && withoutBackChannelLogout)
        ])
    }

    /// Applies the options to the stored client.
    func apply(to client: inout Client) throws(OAuthError) {
        client.backChannelLogout = withoutBackChannelLogout ? nil : try options.logout(of: client.backChannelLogout)
        client.sectorIdentifier = try options.sector(of: client.sectorIdentifier, redirectURIs: client.redirectURIs)
    }
}
