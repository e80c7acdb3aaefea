package import GatehouseWire

/// What only apps of Login with Amazon ask of a sign-in.
package struct AmazonSignInOptions: Sendable, Hashable {
    /// Who can redeem the code.
    package enum Redeemer: Sendable, Hashable {
        /// This client, which makes up a verifier for it.
        case client
        /// Somebody who may have a verifier for this challenge.
        case other(CodeChallenge?)
    }

    /// What the app says about each scope.
    package var scopeData: AmazonScopeData?
    /// Who can redeem the code.
    package var redeemer: Redeemer
    /// Where to be served, if not where the app is served otherwise.
    package var region: AmazonRegion?

    package init(
        scopeData: AmazonScopeData? = nil,
        redeemer: Redeemer = .client,
        region: AmazonRegion? = nil
    ) {
        self.scopeData = scopeData
        self.redeemer = redeemer
        self.region = region
    }
}
