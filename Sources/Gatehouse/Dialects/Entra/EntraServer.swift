package import Foundation

/// A tenant of Microsoft Entra External ID, or of a server that speaks as one.
package struct EntraServer: Sendable {
    /// The tenant of a server that has one.
    static let defaultTenant = "default"

    /// The tenant's URL, such as `https://login.example.com/default`.
    package var authority: URL
    /// How the app lets a person prove who they are.
    package var challenges: NativeChallenges = [.code, .password]
    /// What else the app is prepared for.
    package var capabilities: NativeCapabilities = []
    /// The data centre to be served from, which Microsoft's own testers name.
    package var datacenter: String?
    /// Whether a sign-in ends every other one on the device.
    package var isOneAccount = false
    /// Further header fields of each request of a native flow.
    package var headerFields: @Sendable (URL) async -> [String: String] = { _ in [:] }

    package init(authority: URL) {
        self.authority = authority
    }
}
