import SwiftUI

/// The notes of the user.
struct NotesView: View {
    let model: NotesModel
    @State private var draft = ""

    var body: some View {
        NavigationStack {
            List {
                if let message = model.message {
                    Text(message).foregroundStyle(.red)
                }
                ForEach(Array(model.notes.enumerated()), id: \.offset) { _, note in
                    Text(note)
                }
                .onDelete { offsets in
                    Task { await model.remove(at: offsets) }
                }
                TextField("New note", text: $draft)
                    .onSubmit {
                        let note = draft
                        draft = ""
                        Task { await model.add(note) }
                    }
            }
            .navigationTitle("Notes")
            .toolbar {
                Button("Sign out") { model.signOut() }
            }
        }
    }
}
