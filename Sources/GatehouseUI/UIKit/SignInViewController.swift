#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import Gatehouse
public import SwiftUI

/// A view controller with a ``SignInView``.
///
/// ```swift
/// let controller = SignInViewController(client: client, scopes: [.profile]) { [weak self] session in
///     self?.dismiss(animated: true)
/// }
/// present(controller, animated: true)
/// ```
public final class SignInViewController: UIHostingController<SignInView> {
    /// Creates a view controller.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - scopes: The requested scopes; by default those for the user's name and email address. `openid` and
    ///     `offline_access` are always added.
    ///   - identifier: The identifiers that users can sign in with.
    ///   - onSignIn: Receives the session, which is the current one.
    public init(
        client: GatehouseClient,
        scopes: ScopeSet = [.profile, .email],
        identifier: SignInIdentifier = .email,
        onSignIn: @escaping (Session) -> Void
    ) {
        super.init(rootView: SignInView(client: client, scopes: scopes, identifier: identifier, onSignIn: onSignIn))
    }

    /// Always `nil`: a storyboard cannot provide the client.
    ///
    /// - Parameter coder: Unused.
    public required init?(coder: NSCoder) { nil }
}
#endif
