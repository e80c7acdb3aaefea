import KiiSDK
import SwiftUI

/// A notes app, written with the Kii SDK.
@main
struct KiiNotesApp: App {
    @State private var model: NotesModel

    init() {
        // The sample app of a development server.
        Kii.begin(withID: "gatehouse-kii", andKey: "gatehouse-kii-key", andCustomURL: "http://localhost:8080/api")
        model = NotesModel()
    }

    var body: some Scene {
        WindowGroup {
            ZStack {
                switch model.isSignedIn {
                case true?: NotesView(model: model)
                case false?: WelcomeView(model: model)
                case nil: ProgressView()
                }
            }
            .task { await model.restore() }
        }
    }
}
