#if canImport(SwiftUI)
import Foundation
public import Gatehouse
public import SwiftUI

/// A view in which users see, change and delete their account.
///
/// It shows their details, addresses, password, passkeys, authenticator apps and sessions. The session must have the
/// scope `account`.
///
/// ```swift
/// NavigationStack { AccountView() }
/// ```
///
/// If a change needs a recent sign-in, the user signs in again: on the server's pages, or without a browser in a
/// ``SignInView``.
public struct AccountView: View {
    private let client: GatehouseClient?
    private let session: Session?
    private let onSignOut: () -> Void

    @Environment(\.gatehouseClient) private var environmentClient
    @Environment(\.session) private var environmentSession
    /// The session whose user must sign in again; the view keeps it while the environment's session is another one.
    @State private var pinned: Session?

    /// Creates a view of an account.
    ///
    /// - Parameters:
    ///   - client: The client; by default that of the environment.
    ///   - session: The session; by default that of the environment.
    ///   - onSignOut: Called when the session has ended, by a sign-out, the deletion of the account or elsewhere.
    public init(client: GatehouseClient? = nil, session: Session? = nil, onSignOut: @escaping () -> Void = {}) {
        self.client = client
        self.session = session
        self.onSignOut = onSignOut
    }

    /// The account; a button to sign in without a session.
    public var body: some View {
        if let client = client ?? environmentClient {
            if let session = session ?? pinned ?? environmentSession {
                AccountScreen(
                    controller: AccountController(client: client, session: session),
                    session: session,
                    environmentSession: environmentSession,
                    pin: { pinned = $0 },
                    onSignOut: onSignOut
                )
                // The same account keeps its view after it has signed in again.
                .id(AccountID(client: ObjectIdentifier(client), account: session.account.id))
                .onChange(of: ObjectIdentifier(client)) { _, _ in pinned = nil }
            } else {
                SignInButton(client: client, scopes: [.profile, .email, .account])
            }
        } else {
            MissingClientView()
        }
    }
}

/// The identity of the view of an account.
private struct AccountID: Hashable {
    let client: ObjectIdentifier
    let account: String
}

private struct AccountScreen: View {
    /// The controller of the first appearance: SwiftUI discards those of later updates of the parent.
    @State private var controller: AccountController
    let session: Session
    let environmentSession: Session?
    let pin: (Session?) -> Void
    let onSignOut: () -> Void
    @Environment(\.locale) private var locale

    init(
        controller: AccountController,
        session: Session,
        environmentSession: Session?,
        pin: @escaping (Session?) -> Void,
        onSignOut: @escaping () -> Void
    ) {
        _controller = State(initialValue: controller)
        self.session = session
        self.environmentSession = environmentSession
        self.pin = pin
        self.onSignOut = onSignOut
    }

    private var contents: AccountSections { AccountSections(model: controller.model, locale: locale) }

    var body: some View {
        List {
            if let message = contents.message {
                Section {
                    MessageView(message: message)
                    if let button = contents.messageButton { actionButton(button) }
                }
            }
            ForEach(contents.sections, content: section)
        }
        .navigationTitle(AccountText.title.text(in: locale))
        .overlay {
            if controller.model.isBusy && controller.model.content == nil {
                ProgressView().accessibilityLabel(CommonText.loading.text(in: locale))
            }
        }
        .refreshable { await controller.perform(.reload) }
        .task { await controller.perform(.reload) }
        .sheet(isPresented: showsForm) { AccountFormView(controller: controller) }
        .modifier(AccountSignIn(controller: controller, isAboveForm: false))
        .announcing(contents.message?.text)
        .onChange(of: session.id) { _, _ in
            Task { await controller.adopt(session) }
        }
        .onChange(of: controller.model.needsSignIn) { _, needsSignIn in
            needsSignInHasChanged(needsSignIn)
        }
        .onChange(of: environmentSession?.id) { _, _ in unpin() }
        .onChange(of: controller.model.isSignedOut) { _, isSignedOut in
            guard isSignedOut else { return }
            pin(nil)
            onSignOut()
        }
    }

    private func needsSignInHasChanged(_ needsSignIn: Bool) {
        if needsSignIn {
            pin(controller.session)
        } else if controller.model.error == nil {
            pin(nil)
        } else {
            unpin()
        }
    }

    /// Follows the environment's session again, unless that is still the one of a rejected account.
    private func unpin() {
        guard !controller.model.needsSignIn else { return }
        if environmentSession == nil || environmentSession?.account.id == controller.session.account.id { pin(nil) }
    }

    private func section(_ section: AccountSection) -> some View {
        Section {
            ForEach(section.rows) { AccountRowView(row: $0, isBusy: controller.model.isBusy, perform: perform) }
            ForEach(section.buttons, content: actionButton)
        } header: {
            if let title = section.title { Text(title) }
        }
    }

    private func actionButton(_ button: ScreenButton<AccountModel.Action>) -> some View {
        ActionButton(button: button, isBusy: false, perform: perform).disabled(controller.model.isBusy)
    }

    private var showsForm: Binding<Bool> {
        Binding { @MainActor in
            controller.model.form != nil
        } set: { @MainActor in
            if !$0, controller.model.form != nil { perform(.dismiss) }
        }
    }

    private func perform(_ action: AccountModel.Action) {
        Task { await controller.perform(action) }
    }
}

/// A row with a menu of its actions.
private struct AccountRowView: View {
    let row: AccountRow
    let isBusy: Bool
    let perform: (AccountModel.Action) -> Void

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(row.title)
                if let detail = row.detail { Text(detail).font(.footnote).foregroundStyle(.secondary) }
            }
            .accessibilityElement(children: .combine)
            Spacer()
            if !row.buttons.isEmpty { actions }
        }
    }

    private var actions: some View {
        #if os(watchOS)
        VStack { buttons }.disabled(isBusy)
        #else
        Menu {
            buttons
        } label: {
            Image(systemName: "ellipsis.circle").accessibilityLabel(row.title)
        }
        .disabled(isBusy)
        #endif
    }

    private var buttons: some View {
        ForEach(row.buttons) { ActionButton(button: $0, isBusy: false, perform: perform) }
    }
}

/// The open form.
private struct AccountFormView: View {
    let controller: AccountController
    @Environment(\.locale) private var locale

    var body: some View {
        if let screen = AccountForms(model: controller.model, locale: locale).screen {
            NavigationStack {
                ScreenView(
                    screen: screen,
                    values: controller.model.values,
                    set: { controller.set($0, for: $1) },
                    perform: { action in Task { await controller.perform(action) } }
                )
            }
            .modifier(AccountSignIn(controller: controller, isAboveForm: true))
        }
    }
}

/// The sheet with the sign-in that a change needs, above the account or above its form.
private struct AccountSignIn: ViewModifier {
    let controller: AccountController
    /// Whether this is the presentation above the form, which applies while a form is open.
    let isAboveForm: Bool

    func body(content: Content) -> some View {
        content.sheet(isPresented: isPresented) {
            SignInView(client: controller.client, scopes: controller.session.scopes, address: address) {
                Task { await controller.perform(.cancelSignIn) }
            } onSignIn: { session in
                Task { await controller.signedInAgain(session) }
            }
        }
    }

    private var isNeeded: Bool {
        controller.model.needsSignIn && (controller.model.form != nil) == isAboveForm
    }

    private var isPresented: Binding<Bool> {
        Binding { @MainActor in
            isNeeded
        } set: { @MainActor in
            guard !$0, isNeeded else { return }
            Task { await controller.perform(.cancelSignIn) }
        }
    }

    private var address: String {
        controller.model.content?.addresses.addresses.first { $0.kind == .email }?.value ?? ""
    }
}

#if DEBUG
struct AccountView_Previews: PreviewProvider {
    static var previews: some View {
        AccountView(client: .preview)
    }
}
#endif
#endif
