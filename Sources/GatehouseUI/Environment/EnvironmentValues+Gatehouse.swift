#if canImport(SwiftUI)
public import Gatehouse
public import SwiftUI

private struct ClientKey: EnvironmentKey {
    static let defaultValue: GatehouseClient? = nil
}

private struct SessionKey: EnvironmentKey {
    static let defaultValue: Session? = nil
}

extension EnvironmentValues {
    /// The client of `gatehouse(_:refreshesInForeground:)`; `nil` outside of such a view.
    public var gatehouseClient: GatehouseClient? {
        get { self[ClientKey.self] }
        set { self[ClientKey.self] = newValue }
    }

    /// The current session of the client; `nil` if no account is signed in, or that is not known yet.
    ///
    /// It follows the client: a view that reads it is updated when the user signs in or out, also elsewhere.
    public var session: Session? {
        get { self[SessionKey.self] }
        set { self[SessionKey.self] = newValue }
    }
}

extension View {
    /// Provides a client and its current session to this view and all views in it.
    ///
    /// ```swift
    /// WindowGroup {
    ///     ContentView().gatehouse(client)
    /// }
    /// ```
    ///
    /// URLs that open the app are passed to `GatehouseClient.handle(_:)`.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - refreshesInForeground: Whether the access token is refreshed before it expires while the app is in the
    ///     foreground, so that no request of the app waits for a refresh.
    /// - Returns: A view with `gatehouseClient` and `session` in its environment.
    public func gatehouse(_ client: GatehouseClient, refreshesInForeground: Bool = false) -> some View {
        modifier(GatehouseModifier(client: client, refreshesInForeground: refreshesInForeground))
    }
}

/// The identity of the task that refreshes tokens in the foreground.
private struct RefreshID: Hashable {
    let client: ObjectIdentifier
    let isRefreshing: Bool
}

private struct GatehouseModifier: ViewModifier {
    let client: GatehouseClient
    let refreshesInForeground: Bool

    @State private var observer = SessionObserver()
    @Environment(\.scenePhase) private var scenePhase

    func body(content: Content) -> some View {
        content
            .environment(\.gatehouseClient, client)
            .environment(\.session, observer.session)
            .task(id: ObjectIdentifier(client)) { await observer.follow(client) }
            .task(id: RefreshID(client: ObjectIdentifier(client), isRefreshing: isRefreshing)) {
                if isRefreshing { await ProactiveRefresh(of: client).run() }
            }
            .onOpenURL { _ = client.handle($0) }
    }

    private var isRefreshing: Bool { refreshesInForeground && scenePhase == .active }
}
#endif
