#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation

#if os(macOS)
import AppKit
#else
import UIKit
#endif

/// The system's own sign-in sheet, `ASWebAuthenticationSession`: the default in apps on Apple platforms.
///
/// The redirect URI has a private-use scheme of the app, such as `com.example.app:/callback`, or is an `https` one of a
/// domain that the app is associated with.
public struct WebAuthenticationUserAgent: UserAgent {
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// A user agent for apps.
    ///
    /// - Parameters:
    ///   - isEphemeral: Whether the sheet shares no cookies with the browser, so that nobody is signed in there
    ///     already.
    ///   - anchor: The window that the sheet belongs to; by default the one in front.
    public init(
        isEphemeral: Bool = false,
        anchor: (@MainActor @Sendable () -> ASPresentationAnchor)? = nil
    ) {
        self.isEphemeral = isEphemeral
        self.anchor = anchor ?? { .inFront }
    }

    /// Shows the sheet and waits for the redirect.
    ///
    /// - Parameter visit: What to show.
    /// - Returns: The redirect, or that the person closed the sheet.
    /// - Throws: ``AuthError`` with the code `misconfigured` when there is no redirect URI or the system does not
    ///   accept it, `noBrowser` when the sheet could not be shown.
    public func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        guard let redirectURI = visit.redirectURI, let scheme = redirectURI.scheme else {
            throw .misconfigured(
                "This app has no bundle identifier to make a redirect URI of. Set one in the configuration."
            )
        }
        let page = visit.page(redirectingTo: visit.expectsRedirect ? redirectURI : nil)
        let presentation = await WebAuthenticationPresentation(anchor: anchor)
        return try await presentation.run(
            page,
            redirectURI,
            scheme: scheme,
            isEphemeral: isEphemeral || visit.prefersEphemeralSession
        ).get()
    }
}

/// One sheet; keeps the session alive, as the system does not.
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
    ) async -> Result<UserAgentAnswer, AuthError> {
        let callback: ASWebAuthenticationSession.Callback =
            if scheme == "https", let host = redirectURI.host {
                .https(host: host, path: redirectURI.path)
            } else {
                .customScheme(scheme)
            }
        // The handler may come on any thread and more than once, so it is `@Sendable` and resolves a one-shot.
        let end = OneShot<Result<UserAgentAnswer, AuthError>>()
        let session = ASWebAuthenticationSession(url: page, callback: callback) { @Sendable url, error in
            end.resolve(Self.answer(url, error))
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        guard session.start() else {
            return .failure(AuthError(.noBrowser, "The system did not show the sign-in sheet. Try again."))
        }
        defer { session.cancel() }
        return await end.value ?? .failure(.cancelled())
    }

    nonisolated private static func answer(_ url: URL?, _ error: (any Error)?) -> Result<UserAgentAnswer, AuthError> {
        if let url { return .success(.redirect(url)) }
        let reason = (error as NSError?)?.localizedFailureReason
        if case .canceledLogin? = (error as? ASWebAuthenticationSessionError)?.code, reason == nil {
            return .success(.closed)
        }
        var failure = AuthError.misconfigured(
            "The system did not accept the redirect URI or the window of the sign-in sheet."
        )
        failure.underlying = reason ?? error?.localizedDescription
        return .failure(failure)
    }
}

extension ASPresentationAnchor {
    /// The window in front.
    @MainActor
    fileprivate static var inFront: ASPresentationAnchor {
        #if os(macOS)
        NSApplication.shared.keyWindow ?? ASPresentationAnchor()
        #else
        UIApplication.shared.connectedScenes
            .compactMap { ($0 as? UIWindowScene)?.keyWindow }
            .first ?? ASPresentationAnchor()
        #endif
    }
}
#endif
