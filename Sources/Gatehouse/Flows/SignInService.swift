public import Foundation
import GatehouseWire

/// The parameters of a sign-in.
struct SignInRequest: Sendable {
    /// The requested scopes.
    var scopes: ScopeSet
    /// The `prompt` values for users who are signed in at the server already.
    var prompt: [Prompt] = []
    /// Hints for the server's pages.
    var options = SignInOptions()
}

/// The parameters of a sign-out page.
struct SignOutRequest: Sendable {
    /// The session.
    var storedSession: StoredSession
    /// The expected state of the redirect; `nil` if there is no redirect.
    var state: String?
    /// Additional parameters of the page; those of the protocol cannot be replaced.
    var extraParameters: [String: String] = [:]
}

/// A sign-in page with the data to check its response.
struct AuthorizationPage: Sendable {
    /// The data to check and redeem the response.
    var pending: PendingAuthorization
    /// The URL of the page for a redirect URI.
    let url: @Sendable (_ redirectURI: URL?) -> URL
}

/// A device code with everything needed to poll for its completion.
struct DeviceCodeGrant: Sendable {
    /// Creates a session, not stored yet, from received tokens.
    typealias Completion = @Sendable () async throws(AuthError) -> StoredSession

    /// The prompt to show.
    let prompt: DeviceAuthorizationPrompt
    /// The expiration by the server's clock; the one in the prompt uses the device's clock, which may change.
    let deadline: Date
    /// The seconds to wait before each request.
    let interval: Int
    /// Polls once.
    let poll: @Sendable () async throws(AuthError) -> Completion
}

/// The prompt for a user who signs in on another device (RFC 8628 §3.3).
public struct DeviceAuthorizationPrompt: Sendable, Hashable {
    /// The code to enter, with its dashes.
    public let userCode: String
    /// The page where the code is entered.
    public let verificationURI: URL
    /// The same page with the code, for a QR code; not every server provides it.
    public let verificationURIComplete: URL?
    /// The expiration of the code, by this device's clock.
    public let expiresAt: Date

    init(_ response: DeviceAuthorizationResponse, expiresAt: Date) {
        userCode = response.userCode
        verificationURI = response.verificationURI
        verificationURIComplete = response.verificationURIComplete
        self.expiresAt = expiresAt
    }
}
