package import Foundation
import GatehouseWire

/// The position of a native flow: all state that its next request needs.
struct NativeFlowPosition: Sendable, Hashable, Codable {
    /// The continuation token; `nil` if the server issued none.
    var token: Secret?
    /// The user's email address; never printed.
    var email: Secret
    /// The correlation ID for logs.
    var correlationID: UUID
}

/// The options of a native flow.
package struct NativeFlowContext: Sendable, Hashable {
    /// The correlation ID for logs; generated if it is `nil`.
    package var correlationID: UUID?
    /// The claims to request (OpenID Connect Core §5.5), as JSON.
    package var claims: String?

    package init(correlationID: UUID? = nil, claims: String? = nil) {
        self.correlationID = correlationID
        self.claims = claims
    }
}

/// The optional capabilities of an app in native flows.
package struct NativeCapabilities: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Support for second factors.
    package static let secondFactor = Self(rawValue: 1 << 0)
    /// Support for the registration of second factors.
    package static let registration = Self(rawValue: 1 << 1)
}

/// The challenge types that an app supports in native flows, in addition to the browser.
package struct NativeChallengeTypes: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A one-time code.
    package static let code = Self(rawValue: 1 << 0)
    /// A password.
    package static let password = Self(rawValue: 1 << 1)
}
