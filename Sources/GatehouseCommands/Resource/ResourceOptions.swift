package import ArgumentParser
package import Foundation
import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// The options that `resource create` and `resource update` share.
package struct ResourceOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp(
            "Scope with its text on the consent page, as NAME, NAME=TEXT or 'NAME[ja]=TEXT' for another language; repeatable",
            valueName: "name=text"
        )
    )
    package var scopes: [String] = []

    @Option(
        help: ArgumentHelp(
            "jwt for tokens that the API verifies itself, opaque for tokens that it introspects",
            valueName: "format"
        )
    )
    package var tokenFormat: Resource.TokenFormat?

    @Option(
        help: ArgumentHelp(
            "Lifetime of access tokens, from 1m to 1d (default: that of the server's other tokens)",
            valueName: "time"
        ),
        transform: ResourceOptions.time
    )
    package var tokenLifetime: TimeInterval?

    @Option(
        help: ArgumentHelp(
            "Algorithm of JWTs: \(Keyring.algorithms.map(\.rawValue).joined(separator: ", "))",
            valueName: "algorithm"
        ),
        transform: { try SigningAlgorithm(argument: $0, among: Keyring.algorithms) }
    )
    package var algorithm: SigningAlgorithm?

    @Option(
        name: .customLong("introspector"),
        help: ArgumentHelp(
            "Confidential client that may introspect the tokens, usually the API itself; repeatable",
            valueName: "client"
        )
    )
    package var introspectors: [String] = []

    @Option(
        help: ArgumentHelp(
            "User data in their introspection responses: username, email or username,email",
            valueName: "members"
        ),
        transform: [IntrospectionMember].init(argument:)
    )
    package var introspects: [IntrospectionMember]?

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        scopes.isEmpty && introspectors.isEmpty && tokenFormat == nil && tokenLifetime == nil && algorithm == nil
            && introspects == nil
    }

    /// Applies the options, except for the scopes.
    func apply(to resource: inout Resource) {
        resource.tokenFormat = tokenFormat ?? resource.tokenFormat
        resource.tokenLifetime = tokenLifetime ?? resource.tokenLifetime
        resource.algorithm = algorithm ?? resource.algorithm
        if !introspectors.isEmpty { resource.introspectors = introspectors.map { Client.ID($0) } }
        resource.introspects = introspects ?? resource.introspects
    }

    private static func time(_ text: String) throws -> TimeInterval {
        guard let time = TimeInterval(parsing: text) else {
            throw ValidationError("Use a number of s, m, h or d, for example 10m.")
        }
        return time
    }
}

extension Resource.TokenFormat: ExpressibleByArgument {}
