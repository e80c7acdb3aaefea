import Foundation
import Gatehouse

/// What happens when an app starts in which somebody is signed in; each is measured in a process of its own.
struct Launch {
    let app: App

    /// Milliseconds from making the client until it knows where it stands.
    func firstState() async throws -> [String: Double] {
        let began = ContinuousClock.now
        let client = GatehouseClient(app.configuration)
        for await state in client.states {
            guard case .signedIn = state else { throw Unexpected("the first state is \(state)") }
            break
        }
        return ["milliseconds": began.duration(to: .now).milliseconds]
    }

    /// Milliseconds from making the client until there is an access token, from the store.
    func firstToken() async throws -> [String: Double] {
        let began = ContinuousClock.now
        let client = GatehouseClient(app.configuration)
        guard let session = try await client.session() else { throw Unexpected("nobody is signed in") }
        _ = try await session.accessToken()
        return ["milliseconds": began.duration(to: .now).milliseconds]
    }
}
