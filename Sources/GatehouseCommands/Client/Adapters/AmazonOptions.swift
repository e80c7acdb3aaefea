package import ArgumentParser

/// The options of a Login with Amazon client.
package struct AmazonOptions: ParsableArguments, Sendable {
    @Flag(help: "Register an app or website that uses Login with Amazon, with its form of client ID and scopes.")
    package var amazon = false

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp("Bundle identifier of the app; prints its API key (with --amazon)", valueName: "id")
    )
    package var bundleID: String?

    @Option(
        help: ArgumentHelp(
            "Server URL in the API key (with --bundle-id) [env: GATEHOUSE_ISSUER]",
            valueName: "url"
        )
    )
    package var issuer: String?

    package init() {}

    package func validate() throws {
        guard amazon || bundleID == nil else { throw ValidationError("--bundle-id requires --amazon.") }
        guard bundleID != nil || issuer == nil else { throw ValidationError("--issuer requires --bundle-id.") }
    }
}
