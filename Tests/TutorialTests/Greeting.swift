import Gatehouse

/// The content at the top of the app's first screen.
struct Greeting {
    let gatehouse: GatehouseClient

    func text() async throws(AuthError) -> String {
        let session = try await gatehouse.signIn(scopes: [.profile])
        let user = try await session.user()
        return "Hello, \(user.name ?? "there")"
    }
}
