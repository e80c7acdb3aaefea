import Gatehouse
import GatehouseUI
import SwiftUI

/// The sign-in, or the app itself once a user is signed in.
struct ContentView: View {
    @Environment(\.session) private var session

    var body: some View {
        if let session {
            TabView {
                HomeView(session: session)
                    .tabItem { Label("Home", systemImage: "house") }
                NavigationStack { AccountView() }
                    .tabItem { Label("Account", systemImage: "person.crop.circle") }
            }
        } else {
            SignInView()
        }
    }
}

/// A greeting with the user's name, from the server.
struct HomeView: View {
    let session: Session
    @State private var greeting = "…"

    var body: some View {
        Text(greeting)
            .font(.title)
            .task {
                do throws(AuthError) {
                    let user = try await session.user()
                    greeting = "Hello, \(user.name ?? user.email ?? user.id)"
                } catch {
                    greeting = error.userMessage() ?? "Hello"
                }
            }
    }
}
