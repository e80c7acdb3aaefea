#if canImport(SwiftUI)
import Foundation
public import Gatehouse
public import SwiftUI

/// A view that signs users in on the app's own screens, without a browser.
///
/// It shows the steps that the server requires: the address, a code or password, attributes of a new account, second
/// factors and their enrolment, recovery codes, and the reset of a forgotten password. The client must be registered
/// for native authentication.
///
/// ```swift
/// .sheet(isPresented: $isSigningIn) {
///     SignInView(scopes: [.profile, .email]) {
///         isSigningIn = false
///     } onSignIn: { _ in
///         isSigningIn = false
///     }
/// }
/// ```
///
/// The view uses the language of the app: English, German, Japanese, Simplified Chinese; English for all others.
public struct SignInView: View {
    private let client: GatehouseClient?
    private let scopes: ScopeSet
    private let identifier: SignInIdentifier
    private let address: String
    private let onCancel: (() -> Void)?
    private let onSignIn: (Session) -> Void

    @Environment(\.gatehouseClient) private var environmentClient
    @Environment(\.locale) private var locale

    /// Creates a sign-in.
    ///
    /// - Parameters:
    ///   - client: The client; by default that of the environment.
    ///   - scopes: The requested scopes; by default those for the user's name and email address. `openid` and
    ///     `offline_access` are always added.
    ///   - identifier: The identifiers that users can sign in with.
    ///   - address: The address of a known account.
    ///   - onCancel: Called by the button to cancel, which a sheet on a Mac needs; `nil` for no button.
    ///   - onSignIn: Receives the session, which is the current one.
    public init(
        client: GatehouseClient? = nil,
        scopes: ScopeSet = [.profile, .email],
        identifier: SignInIdentifier = .email,
        address: String = "",
        onCancel: (() -> Void)? = nil,
        onSignIn: @escaping (Session) -> Void = { _ in }
    ) {
        self.client = client
        self.scopes = scopes
        self.identifier = identifier
        self.address = address
        self.onCancel = onCancel
        self.onSignIn = onSignIn
    }

    /// The current screen of the sign-in.
    public var body: some View {
        if let client = client ?? environmentClient {
            SignInContent(controller: controller(of: client), onCancel: onCancel, onSignIn: onSignIn)
                .id(ObjectIdentifier(client))
        } else {
            MissingClientView()
        }
    }

    private func controller(of client: GatehouseClient) -> SignInController {
        SignInController(client: client, scopes: scopes, identifier: identifier, address: address)
    }
}

/// The action in progress.
///
/// It is cancelled when SwiftUI releases the state of the view, not when another view covers it.
@MainActor private final class RunningAction {
    var task: Task<Void, Never>?

    deinit {
        task?.cancel()
    }
}

private struct SignInContent: View {
    /// The controller of the first appearance: SwiftUI discards those of later updates of the parent.
    @State private var controller: SignInController
    @State private var running = RunningAction()
    let onCancel: (() -> Void)?
    let onSignIn: (Session) -> Void
    @Environment(\.locale) private var locale

    init(
        controller: SignInController,
        onCancel: (() -> Void)?,
        onSignIn: @escaping (Session) -> Void
    ) {
        _controller = State(initialValue: controller)
        self.onCancel = onCancel
        self.onSignIn = onSignIn
    }

    var body: some View {
        NavigationStack {
            ScreenView(
                screen: SignInScreens(model: controller.model, locale: locale).screen,
                values: controller.model.values,
                set: { controller.set($0, for: $1) },
                perform: perform
            )
            .toolbar {
                if let onCancel {
                    ToolbarItem(placement: .cancellationAction) {
                        Button(CommonText.cancel.text(in: locale)) {
                            running.task?.cancel()
                            onCancel()
                        }
                    }
                }
            }
        }
        .task { await controller.resume() }
    }

    private func perform(_ action: SignInModel.Action) {
        guard running.task == nil else { return }
        // Without a reference to the view, which would keep its state.
        running.task = Task { [controller, onSignIn, weak running] in
            await controller.perform(action)
            running?.task = nil
            if let session = controller.session { onSignIn(session) }
        }
    }
}

/// The message of a view without a client.
struct MissingClientView: View {
    @Environment(\.locale) private var locale

    var body: some View {
        let error = AuthError(.misconfigured, "The view is not inside of a view with the modifier gatehouse(_:).")
        if let text = error.userMessage(locale: locale) { MessageView(message: .error(text)) }
    }
}

#if DEBUG
struct SignInView_Previews: PreviewProvider {
    static var previews: some View {
        ForEach(["en", "de", "ja", "zh-Hans"], id: \.self) { language in
            SignInView(client: .preview, identifier: .emailOrPhone)
                .environment(\.locale, Locale(identifier: language))
        }
    }
}
#endif
#endif
