public import Foundation
import GatehouseWire

/// The protocol of a server: everything that differs between OpenID Connect and the vendors' protocols.
typealias ProtocolAdapter = SessionService & SignInService

/// The sign-in and sign-out pages of a server's protocol.
protocol SignInService: Sendable {
    /// Returns the sign-in page and the data for redeeming its response.
    ///
    /// - Throws: ``AuthError`` if the server has no sign-in page or does not announce it.
    func signInPage(for request: SignInRequest) async throws(AuthError) -> AuthorizationPage

    /// Returns the code in the redirect of a sign-in page.
    ///
    /// - Throws: ``AuthError`` unless the redirect comes from this server and contains a code.
    func code(of pending: PendingAuthorization, in redirect: URL) async throws(AuthError) -> Secret

    /// Redeems the code in the redirect of a sign-in page for a session, which is not stored yet.
    ///
    /// - Throws: ``AuthError`` as ``code(of:in:)``, and if the server does not redeem the code.
    func redeem(_ pending: PendingAuthorization, _ redirect: URL) async throws(AuthError) -> StoredSession

    /// Requests a code for sign-in on another device.
    ///
    /// - Throws: ``AuthError`` if the server issues none.
    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCodeGrant

    /// Returns the page that ends the browser's session with the server.
    ///
    /// - Throws: ``AuthError`` if the server has none.
    func signOutPage(for request: SignOutRequest) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL
}

/// The parameters of a sign-in.
struct SignInRequest: Sendable {
    /// The requested scopes.
    var scopes: ScopeSet
    /// The `prompt` values for users who are signed in at the server already.
    var prompt: [Prompt] = []
    /// Hints for the server's pages.
    var options = SignInOptions()
    /// Whether another party redeems the code, which is then not bound to a key of this client.
    var isRedeemedElsewhere = false
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
