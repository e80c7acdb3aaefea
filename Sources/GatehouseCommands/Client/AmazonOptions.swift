package import ArgumentParser

/// What makes a client one of Login with Amazon.
package struct AmazonOptions: ParsableArguments, Sendable {
    @Flag(help: "An app or website written for Login with Amazon, with an identifier and scopes of that form.")
    package var amazon = false

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp("With --amazon: the app's bundle identifier; prints its API key.", valueName: "id")
    )
    package var bundleID: String?

    @Option(
        help: ArgumentHelp(
            "With --bundle-id: the address that the API key names the server by (GATEHOUSE_ISSUER).",
            valueName: "url"
        )
    )
    package var issuer: String?

    package init() {}

    package func validate() throws {
        guard amazon || bundleID == nil else { throw ValidationError("--bundle-id belongs to --amazon.") }
        guard bundleID != nil || issuer == nil else { throw ValidationError("--issuer belongs to --bundle-id.") }
    }
}
