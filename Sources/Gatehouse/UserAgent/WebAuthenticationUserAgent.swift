#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation

/// A user agent with the system's sign-in sheet, `ASWebAuthenticationSession`: the default in apps on Apple platforms.
///
/// The redirect URI has a private-use scheme of the app, such as `com.example.app:/callback`, or is an `https` URI of
/// an associated domain, which requires iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1 or watchOS 10.4.
public struct WebAuthenticationUserAgent: UserAgent {
    private let prefersEphemeralSession: Bool

    #if os(tvOS) || os(watchOS)
    /// Creates a user agent for apps; the system chooses the window.
    ///
    /// - Parameter prefersEphemeralSession: Whether the sheet shares no cookies with the browser, so that no user is
    ///   signed in there. It has no effect on tvOS.
    public init(prefersEphemeralSession: Bool = false) {
        self.prefersEphemeralSession = prefersEphemeralSession
    }
    #else
    fileprivate let presentationAnchor: @MainActor @Sendable () -> ASPresentationAnchor

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
    #endif

    /// Shows the sheet and waits for the redirect.
    ///
    /// - Parameter request: The page and its redirect.
    /// - Returns: The redirect, or that the user closed the sheet.
    /// - Throws: ``AuthError`` with the code `misconfigured` if there is no redirect URI or the system rejects it,
    ///   `browserUnavailable` if the sheet could not be shown.
    public func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        guard let redirectURI = request.redirectURI else {
            throw .misconfigured(
                "The app has no bundle identifier for a redirect URI. Set one in the configuration."
            )
        }
        let page = request.url(redirectURI: request.expectsRedirect ? redirectURI : nil)
        return try await WebAuthenticationPresentation(userAgent: self).run(
            page,
            redirectURI,
            isEphemeral: prefersEphemeralSession || request.prefersEphemeralSession
        ).get()
    }
}

/// A presentation of the sheet; keeps the session alive, as the system does not.
@MainActor
private final class WebAuthenticationPresentation: NSObject {
    private let userAgent: WebAuthenticationUserAgent

    init(userAgent: WebAuthenticationUserAgent) {
        self.userAgent = userAgent
    }

    func run(_ page: URL, _ redirectURI: URL, isEphemeral: Bool) async -> Result<UserAgentResult, AuthError> {
        // The handler may be called on any thread and more than once.
        let end = Promise<Result<UserAgentResult, AuthError>>()
        let session: ASWebAuthenticationSession
        do throws(AuthError) {
            session = try Self.session(page, redirectURI) { @Sendable url, error in
                end.resolve(Self.result(url, error))
            }
        } catch {
            return .failure(error)
        }
        #if !os(tvOS)
        session.prefersEphemeralWebBrowserSession = isEphemeral
        #if !os(watchOS)
        session.presentationContextProvider = self
        #endif
        #endif
        guard session.start() else {
            return .failure(AuthError(.browserUnavailable, "The system did not show the sign-in sheet. Try again."))
        }
        defer { session.cancel() }
        return await end.value ?? .failure(.cancelled())
    }

    /// Returns a session that ends with the redirect.
    ///
    /// - Throws: `misconfigured` if the system does not support the redirect URI.
    private static func session(
        _ page: URL,
        _ redirectURI: URL,
        completion: @escaping ASWebAuthenticationSession.CompletionHandler
    ) throws(AuthError) -> ASWebAuthenticationSession {
        let scheme = redirectURI.scheme ?? ""
        if #available(iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1, watchOS 10.4, *) {
            let callback: ASWebAuthenticationSession.Callback =
                if scheme == "https", let host = redirectURI.host {
                    .https(host: host, path: redirectURI.path)
                } else {
                    .customScheme(scheme)
                }
            return ASWebAuthenticationSession(url: page, callback: callback, completionHandler: completion)
        }
        guard scheme != "https" else {
            throw .misconfigured(
                "A redirect URI with https requires iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1 or watchOS 10.4. "
                    + "Use one with a scheme of the app on older systems."
            )
        }
        return ASWebAuthenticationSession(url: page, callbackURLScheme: scheme, completionHandler: completion)
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

#if !os(tvOS) && !os(watchOS)
extension WebAuthenticationPresentation: ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        userAgent.presentationAnchor()
    }
}
#endif
#endif
