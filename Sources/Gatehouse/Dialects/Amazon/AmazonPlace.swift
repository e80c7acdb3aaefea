/// Where an app of Login with Amazon wants to be served, as it can say at any time.
package struct AmazonPlace: Sendable, Hashable {
    package var region: AmazonRegion
    /// Whether profiles come from Amazon's sandbox.
    package var isSandbox: Bool

    package init(region: AmazonRegion = .automatic, isSandbox: Bool = false) {
        self.region = region
        self.isSandbox = isSandbox
    }
}
