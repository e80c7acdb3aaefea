#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import Gatehouse
public import SwiftUI

/// A view controller with a ``SignInButton``, whose view has the size of the button.
///
/// ```swift
/// let button = SignInButtonController(client: client, scopes: [.profile])
/// addChild(button)
/// stackView.addArrangedSubview(button.view)
/// button.didMove(toParent: self)
/// ```
public final class SignInButtonController: UIHostingController<SignInButton> {
    /// Creates a view controller.
    ///
    /// - Parameters:
    ///   - title: The title; by default "Sign in" in the language of the app.
    ///   - client: The client.
    ///   - scopes: The requested scopes; by default those for the user's name and email address. `openid` and
    ///     `offline_access` are always added.
    ///   - options: Hints for the server's pages.
    ///   - onSignIn: Receives the session, which is the current one.
    public init(
        title: String? = nil,
        client: GatehouseClient,
        scopes: ScopeSet = [.profile, .email],
        options: SignInOptions = SignInOptions(),
        onSignIn: @escaping (Session) -> Void = { _ in }
    ) {
        super.init(
            rootView: SignInButton(title, client: client, scopes: scopes, options: options, onSignIn: onSignIn)
        )
        sizingOptions = .intrinsicContentSize
    }

    /// Always `nil`: a storyboard cannot provide the client.
    ///
    /// - Parameter coder: Unused.
    public required init?(coder: NSCoder) { nil }
}
#endif
