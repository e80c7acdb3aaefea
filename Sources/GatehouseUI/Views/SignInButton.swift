#if canImport(SwiftUI)
import Foundation
public import Gatehouse
public import SwiftUI

/// A button that signs users in on the server's pages.
///
/// ```swift
/// SignInButton(scopes: [.profile, .email])
/// ```
///
/// It shows the progress, and the error unless the user has cancelled. Observe `@Environment(\.session)` for the
/// result.
public struct SignInButton: View {
    private let client: GatehouseClient?
    private let title: String?
    private let scopes: ScopeSet
    private let options: SignInOptions
    private let onSignIn: (Session) -> Void

    @Environment(\.gatehouseClient) private var environmentClient
    @Environment(\.locale) private var locale
    @State private var isBusy = false
    @State private var errorText: String?

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - title: The title; by default "Sign in" in the language of the app.
    ///   - client: The client; by default that of the environment.
    ///   - scopes: The requested scopes; by default those for the user's name and email address. `openid` and
    ///     `offline_access` are always added.
    ///   - options: Hints for the server's pages.
    ///   - onSignIn: Receives the session, which is the current one.
    public init(
        _ title: String? = nil,
        client: GatehouseClient? = nil,
        scopes: ScopeSet = [.profile, .email],
        options: SignInOptions = SignInOptions(),
        onSignIn: @escaping (Session) -> Void = { _ in }
    ) {
        self.title = title
        self.client = client
        self.scopes = scopes
        self.options = options
        self.onSignIn = onSignIn
    }

    /// The button.
    public var body: some View {
        Button(action: signIn) {
            if isBusy {
                ProgressView().accessibilityLabel(label)
            } else {
                Text(label)
            }
        }
        .disabled(isBusy)
        .alert(CommonText.error.text(in: locale), isPresented: hasError) {
            Button(CommonText.done.text(in: locale)) { errorText = nil }
        } message: {
            Text(errorText ?? "")
        }
    }

    private var label: String { title ?? SignInText.title.text(in: locale) }

    private var hasError: Binding<Bool> {
        Binding { @MainActor in
            errorText != nil
        } set: { @MainActor in
            if !$0 { errorText = nil }
        }
    }

    private func signIn() {
        isBusy = true
        Task {
            defer { isBusy = false }
            do throws(AuthError) {
                guard let client = client ?? environmentClient else {
                    throw AuthError(.misconfigured, "The button has no client.", recovery: .fixConfiguration)
                }
                onSignIn(try await client.signIn(scopes: scopes, options: options))
            } catch {
                errorText = error.userMessage(locale: locale)
            }
        }
    }
}

#if DEBUG
struct SignInButton_Previews: PreviewProvider {
    static var previews: some View {
        SignInButton(client: .preview)
    }
}
#endif
#endif
