package import Foundation

/// What an app may say beside its input when it begins a native flow.
package struct NativeRequest: Sendable, Hashable {
    /// Names the flow in the logs of both sides; made up when there is none.
    package var correlationID: UUID?
    /// The claims to ask for with the tokens (OpenID Connect Core §5.5), as JSON.
    package var claims: String?

    package init(correlationID: UUID? = nil, claims: String? = nil) {
        self.correlationID = correlationID
        self.claims = claims
    }
}
