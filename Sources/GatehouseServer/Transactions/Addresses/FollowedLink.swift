package import GatehouseStore

/// Where a link of a message leads, for the page that shows it.
package struct FollowedLink: Sendable {
    package let use: AddressIntent.Use
    /// The address that the link was sent to.
    package let address: SignInName
    package let account: Account
    /// The app that the person was using.
    package let client: Client
}
