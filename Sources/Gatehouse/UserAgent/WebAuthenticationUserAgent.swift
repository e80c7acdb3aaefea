#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation

/// A user agent with the system's sign-in sheet, `ASWebAuthenticationSession`: the default in apps on Apple platforms.
///
/// The redirect URI has a private-use scheme of the app, such as `com.example.app:/callback`, or is an `https` URI of
/// an associated domain.
public struct WebAuthenticationUserAgent: UserAgent {
    private let prefersEphemeralSession: Bool
    private let presentationAnchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// Creates a user agent for apps.
    ///
    /// - Parameters:
    ///   - prefersEphemeralSession: Whether the sheet shares no cookies with the browser, so that no user is signed in
    ///     there.
    ///   - presentationAnchor: The window that presents the sheet; by default the key window.
    public init(
        prefersEphemeralSession: Bool = false,
        presentationAnchor: (@MainActor @Sendable () -> ASPresentationAnchor)? = nil
    ) {
        self.prefersEphemeralSession = prefersEphemeralSession
        self.presentationAnchor = presentationAnchor ?? { .keyWindow }
    }

    /// Shows the sheet and waits for the redirect.
    ///
    /// - Parameter request: The page and its redirect.
    /// - Returns: The redirect, or that the user closed the sheet.
    /// - Throws: ``AuthError`` with the code `misconfigured` if there is no redirect URI or the system rejects it,
    ///   `browserUnavailable` if the sheet could not be shown.
    public func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        guard let redirectURI = request.redirectURI, let scheme = redirectURI.scheme else {
            throw .misconfigured(
                "The app has no bundle identifier for a redirect URI. Set one in the configuration."
            )
        }
        let page = request.url(redirectURI: request.expectsRedirect ? redirectURI : nil)
        let presentation = await WebAuthenticationPresentation(anchor: presentationAnchor)
        return try await presentation.run(
            page,
            redirectURI,
            scheme: scheme,
            isEphemeral: prefersEphemeralSession || request.prefersEphemeralSession
        ).get()
    }
}

/// A presentation of the sheet; keeps the session alive, as the system does not.
@MainActor
private final class WebAuthenticationPresentation: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.anchor = anchor
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        anchor()
    }

    func run(
        _ page: URL,
        _ redirectURI: URL,
        scheme: String,
        isEphemeral: Bool
    ) async -> Result<UserAgentResult, AuthError> {
        let callback: ASWebAuthenticationSession.Callback =
            if scheme == "https", let host = redirectURI.host {
                .https(host: host, path: redirectURI.path)
            } else {
                .customScheme(scheme)
            }
        // The handler may be called on any thread and more than once.
        let end = Promise<Result<UserAgentResult, AuthError>>()
        let session = ASWebAuthenticationSession(url: page, callback: callback) { @Sendable url, error in
            end.resolve(Self.result(url, error))
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        guard session.start() else {
            return .failure(AuthError(.browserUnavailable, "The system did not show the sign-in sheet. Try again."))
        }
        defer { session.cancel() }
        return await end.value ?? .failure(.cancelled())
    }

    nonisolated private static func result(_ url: URL?, _ error: (any Error)?) -> Result<UserAgentResult, AuthError> {
        if let url { return .success(.redirected(url)) }
        let reason = (error as NSError?)?.localizedFailureReason
        if case .canceledLogin? = (error as? ASWebAuthenticationSessionError)?.code, reason == nil {
            return .success(.dismissed)
        }
        var failure = AuthError.misconfigured(
            "The system rejected the redirect URI or the presentation anchor of the sign-in sheet."
        )
        failure.underlying = reason ?? error?.localizedDescription
        return .failure(failure)
    }
}
#endif
