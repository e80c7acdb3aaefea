import SwiftUI

/// The form to sign in or to register.
struct WelcomeView: View {
    let model: NotesModel
    @State private var name = ""
    @State private var password = ""

    var body: some View {
        NavigationStack {
            Form {
                TextField("User name or email address", text: $name)
                    .textContentType(.username)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                SecureField("Password", text: $password)
                    .textContentType(.password)
                Button("Sign in") {
                    Task { await model.signIn(name: name, password: password) }
                }
                Button("Create an account") {
                    Task { await model.register(name: name, password: password) }
                }
                if let message = model.message {
                    Text(message).foregroundStyle(.red)
                }
            }
            .navigationTitle("Notes")
        }
    }
}
