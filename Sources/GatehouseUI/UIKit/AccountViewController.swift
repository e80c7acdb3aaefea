#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import Gatehouse
public import SwiftUI

/// A view controller with an ``AccountView``.
public final class AccountViewController: UIHostingController<AccountView> {
    /// Creates a view controller.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - session: The session, with the scope `account`.
    ///   - onSignOut: Called when the session has ended.
    public init(client: GatehouseClient, session: Session, onSignOut: @escaping () -> Void) {
        super.init(rootView: AccountView(client: client, session: session, onSignOut: onSignOut))
    }

    /// Always `nil`: a storyboard cannot provide the client.
    ///
    /// - Parameter coder: Unused.
    public required init?(coder: NSCoder) { nil }
}
#endif
