package import Foundation
import GatehouseWire

/// A tenant of Microsoft Entra External ID, or of a server with the same protocol.
package struct EntraTenant: Sendable {
    /// The default tenant.
    static let defaultTenant = "default"

    /// The tenant's URL, such as `https://login.example.com/default`.
    package var authority: URL
    /// The challenge types that the app supports.
    package var challenges: NativeChallengeTypes = [.code, .password]
    /// The data center for requests, as used by Microsoft's tests.
    package var datacenter: String?
    /// Whether a sign-in ends all other sessions on the device.
    package var isOneAccount = false
    /// Additional header fields of native authentication requests.
    package var headerFields: @Sendable (URL) async -> [String: String] = { _ in [:] }

    package init(authority: URL) {
        self.authority = authority
    }
}

extension EntraTenant {
    /// The challenge types of the app on the wire; always including the browser.
    var wireChallengeTypes: [EntraChallengeType] {
        var types: [EntraChallengeType] = []
        if challenges.contains(.code) { types.append(.oob) }
        if challenges.contains(.password) { types.append(.password) }
        return types + [.redirect]
    }
}

extension NativeCapabilities {
    /// The capabilities on the wire.
    var wire: [EntraCapability] {
        var wire: [EntraCapability] = []
        if contains(.secondFactor) { wire.append(.mfaRequired) }
        if contains(.enrolment) { wire.append(.registrationRequired) }
        return wire
    }
}
