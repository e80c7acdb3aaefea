import Foundation
import Gatehouse
import GatehouseTesting

/// Measures the start of a test server in a new process; prints one JSON object of numbers.
@main
enum Kit {
    static func main() async throws {
        let began = ContinuousClock.now
        let server = TestServer()
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let app = GatehouseClient(configuration: server.device(of: ada).configuration())
        try await app.checkServer()
        let ready = began.duration(to: .now)
        let session = try await app.signIn(scopes: [.email])
        let signedIn = began.duration(to: .now)
        guard try await session.user().email == "ada@example.com" else { fatalError("A different user is signed in.") }
        let figures = ["ready": ready / .milliseconds(1), "signedIn": signedIn / .milliseconds(1)]
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }
}
