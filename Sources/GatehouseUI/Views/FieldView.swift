#if canImport(SwiftUI)
import Foundation
import SwiftUI

/// A field with its explanation and the mistake in its value.
struct FieldView: View {
    let field: ScreenField
    @Binding var value: String
    @Environment(\.locale) private var locale

    var body: some View {
        VStack(alignment: .leading) {
            input
                .inputTraits(field.kind)
                .accessibilityHint(field.problem ?? field.hint ?? "")
            if let hint = field.hint {
                Text(hint).font(.footnote).foregroundStyle(.secondary).accessibilityHidden(true)
            }
            if let problem = field.problem {
                Label(problem, systemImage: "exclamationmark.circle").font(.footnote).foregroundStyle(.red)
            }
        }
    }

    @ViewBuilder private var input: some View {
        switch field.kind {
        case .password, .newPassword: SecureField(label, text: $value)
        case .boolean: Toggle(label, isOn: isOn)
        case .choice(let choices):
            Picker(label, selection: $value) {
                Text(CommonText.choose.text(in: locale)).tag("")
                ForEach(choices, id: \.self) { Text($0).tag($0) }
            }
        default: TextField(label, text: $value)
        }
    }

    private var label: String {
        field.isRequired ? field.label : "\(field.label) (\(CommonText.optional.text(in: locale)))"
    }

    private var isOn: Binding<Bool> {
        Binding { @MainActor in
            value == FormValues.yes
        } set: { @MainActor in
            value = $0 ? FormValues.yes : ""
        }
    }
}
#endif
