import Foundation
import Gatehouse

/// Measures the launch of an app with a session, each in a process of its own.
struct Launch {
    let app: App

    /// Returns the milliseconds from creating the client to its first state.
    func firstState() async throws -> [String: Double] {
        let began = ContinuousClock.now
        let client = GatehouseClient(configuration: app.configuration)
        for await state in client.states {
            guard case .signedIn = state else { throw Unexpected("the first state is \(state)") }
            break
        }
        return ["milliseconds": began.duration(to: .now).milliseconds]
    }

    /// Returns the milliseconds from creating the client to an access token from the store.
    func firstToken() async throws -> [String: Double] {
        let began = ContinuousClock.now
        let client = GatehouseClient(configuration: app.configuration)
        guard let session = try await client.session() else { throw Unexpected("no account is signed in") }
        _ = try await session.accessToken()
        return ["milliseconds": began.duration(to: .now).milliseconds]
    }
}
