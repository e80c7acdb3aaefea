#if canImport(SwiftUI)
import Foundation
import Gatehouse
import SwiftUI

/// A view of a screen: its texts, fields and buttons.
struct ScreenView<Action: Sendable & Hashable>: View {
    let screen: Screen<Action>
    let values: FormValues
    let set: (_ value: String, _ field: String) -> Void
    let perform: (Action) -> Void

    @FocusState private var focus: String?

    var body: some View {
        Form {
            header
            if let setup = screen.authenticatorApp { AuthenticatorAppSection(setup: setup) }
            if !screen.recoveryCodes.isEmpty { RecoveryCodesSection(codes: screen.recoveryCodes) }
            if !screen.fields.isEmpty {
                Section {
                    ForEach(screen.fields) { field in
                        FieldView(field: field, value: value(of: field.id))
                            .focused($focus, equals: field.id)
                            .submitLabel(field.id == screen.fields.last?.id ? .continue : .next)
                    }
                }
            }
            Section {
                ForEach(screen.buttons) { button in
                    ActionButton(button: button, isBusy: screen.isBusy, perform: perform)
                }
            }
        }
        .formStyle(.grouped)
        .navigationTitle(screen.title)
        .disabled(screen.isBusy)
        .interactiveDismissDisabled(!screen.isDismissible)
        .onSubmit(submit)
        .onAppear { focus = screen.fields.first?.id }
        .onChange(of: screen.fields.first) { old, new in
            if old?.kind != new?.kind { focus = new?.id }
        }
        .onChange(of: screen.firstFaultyField?.id) { _, field in
            if let field { focus = field }
        }
        .announcing(screen.announcement)
    }

    @ViewBuilder private var header: some View {
        if screen.intro != nil || screen.subject != nil || screen.message != nil {
            Section {
                if let message = screen.message { MessageView(message: message) }
                if let subject = screen.subject { Text(subject).font(.headline) }
                if let intro = screen.intro { Text(intro) }
            }
        }
    }

    private func value(of field: String) -> Binding<String> {
        Binding { @MainActor in
            values[field]
        } set: { @MainActor in
            set($0, field)
        }
    }

    /// Moves to the next field, or activates the primary button in the last one.
    private func submit() {
        if let index = screen.fields.firstIndex(where: { $0.id == focus }), index + 1 < screen.fields.count {
            focus = screen.fields[index + 1].id
        } else if let button = screen.primaryButton {
            perform(button.action)
        }
    }
}

/// A message with a symbol, so that color is not its only meaning.
struct MessageView: View {
    let message: ScreenMessage

    var body: some View {
        switch message {
        case .error(let text): Label(text, systemImage: "exclamationmark.triangle").foregroundStyle(.red)
        case .information(let text): Label(text, systemImage: "checkmark.circle").foregroundStyle(.green)
        }
    }
}

/// A button of a screen, with the progress of its request.
struct ActionButton<Action: Sendable & Hashable>: View {
    let button: ScreenButton<Action>
    let isBusy: Bool
    let perform: (Action) -> Void

    var body: some View {
        Button(role: role) {
            perform(button.action)
        } label: {
            if isBusy && button.role == .primary {
                ProgressView().accessibilityLabel(button.title)
            } else {
                Text(button.title).fontWeight(button.role == .primary ? .semibold : .regular)
            }
        }
    }

    private var role: ButtonRole? {
        switch button.role {
        case .destructive: .destructive
        case .cancel: .cancel
        case .primary, .secondary: nil
        }
    }
}

/// The secret of an authenticator app.
private struct AuthenticatorAppSection: View {
    let setup: AuthenticatorAppSetup
    @Environment(\.locale) private var locale

    var body: some View {
        Section {
            if let url = URL(string: setup.keyURI) {
                Link(FactorText.openApp.text(in: locale), destination: url)
            }
            Text(setup.secret).monospaced().selectableText()
        } header: {
            Text(FactorText.appKey.text(in: locale))
        }
        .privacySensitive()
    }
}

/// The recovery codes.
private struct RecoveryCodesSection: View {
    let codes: [Secret]

    var body: some View {
        Section {
            ForEach(texts, id: \.self) { Text($0).monospaced().selectableText() }
            #if !os(tvOS)
            ShareLink(item: texts.joined(separator: "\n"))
            #endif
        }
        .privacySensitive()
    }

    private var texts: [String] { codes.map { $0.reveal() } }
}

extension View {
    /// Makes VoiceOver read a text when it changes, without moving the focus of a field.
    func announcing(_ text: String?) -> some View {
        onChange(of: text) { _, text in
            if let text { AccessibilityNotification.Announcement(text).post() }
        }
    }

    /// Allows people to copy a text where the system supports that.
    fileprivate func selectableText() -> some View {
        #if os(tvOS) || os(watchOS)
        self
        #else
        textSelection(.enabled)
        #endif
    }
}
#endif
