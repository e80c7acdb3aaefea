package import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The options of a client that calls APIs on behalf of users (RFC 8693).
package struct ExchangeOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("exchange-from"),
        help: ArgumentHelp(
            "API that the client serves, whose access tokens it may exchange; repeatable",
            valueName: "identifier"
        )
    )
    package var subjects: [String] = []

    @Option(
        name: .customLong("exchange-to"),
        help: ArgumentHelp(
            "API that the client calls for users, with the tokens that it gets in exchange; repeatable",
            valueName: "identifier"
        )
    )
    package var targets: [String] = []

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Don't name the client in the new tokens, so that the called API sees only the user."
    )
    package var impersonate: Bool?

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool { subjects.isEmpty && targets.isEmpty && impersonate == nil }

    /// Applies the options to a registration.
    func apply(to registration: inout ClientRegistration) throws(OAuthError) {
        registration.tokenExchange = try policy(of: nil)
        guard registration.tokenExchange != nil, !registration.grantTypes.contains(.tokenExchange) else { return }
        registration.grantTypes.append(.tokenExchange)
    }

    /// Returns the policy after the options are applied to an earlier one.
    fileprivate func policy(of old: TokenExchangePolicy?) throws(OAuthError) -> TokenExchangePolicy? {
        let subjects = subjects.isEmpty ? old?.subjects ?? [] : subjects.map { Resource.ID($0) }
        let targets = targets.isEmpty ? old?.targets ?? [] : targets.map { Resource.ID($0) }
        guard !isEmpty else { return old }
        guard !subjects.isEmpty, !targets.isEmpty else {
            throw OAuthError(.invalidClientMetadata, "Use --exchange-from and --exchange-to together.")
        }
        return TokenExchangePolicy(
            subjects: subjects,
            targets: targets,
            permitsImpersonation: impersonate ?? old?.permitsImpersonation ?? false
        )
    }
}

/// The options of `client update` for the exchange of tokens.
package struct ExchangeChanges: ParsableArguments, Sendable {
    @OptionGroup package var options: ExchangeOptions

    @Flag(name: .customLong("no-exchange"), help: "Remove the right to exchange tokens.")
    package var withoutExchange = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool { options.isEmpty && !withoutExchange }

    package func validate() throws {
        guard !withoutExchange || options.isEmpty else {
            throw ValidationError("Use --no-exchange without the other options of the exchange.")
        }
    }

    /// Applies the options to the stored client.
    func apply(to client: inout Client) throws(OAuthError) {
        guard !withoutExchange else {
            client.tokenExchange = nil
            client.grantTypes.removeAll { $0 == .tokenExchange }
            return
        }
        client.tokenExchange = try options.policy(of: client.tokenExchange)
        guard !options.isEmpty, !client.grantTypes.contains(.tokenExchange) else { return }
        client.grantTypes.append(.tokenExchange)
    }
}
