import Foundation
import Gatehouse

/// What calls cost in an app that runs.
struct Calls {
    let app: App

    func measure(email: String, password: String) async throws -> [String: Double] {
        let transport = CountingTransport()
        var configuration = app.configuration
        configuration.transport = transport
        let client = GatehouseClient(configuration)
        guard case .signedIn(let session) = try await client.signIn(email: email, password: password) else {
            throw Unexpected("the server wants more than a password")
        }
        var figures = try await fromMemory(session)
        figures.merge(try await refreshes(session, over: transport)) { $1 }
        figures["crowdRequests"] = Double(try await crowd())
        return figures
    }

    /// A token that is there and valid.
    private func fromMemory(_ session: Session) async throws -> [String: Double] {
        let calls = 100_000
        for _ in 0..<1_000 { _ = try await session.accessToken() }
        let began = ContinuousClock.now
        for _ in 0..<calls { _ = try await session.accessToken() }
        return ["memoryMicroseconds": began.duration(to: .now) / calls / .microseconds(1)]
    }

    /// A refresh with all that keeps it safe, beside the one request it is made of.
    private func refreshes(_ session: Session, over transport: CountingTransport) async throws -> [String: Double] {
        var token = try await session.accessToken()
        var requests: [Duration] = []
        var overheads: [Duration] = []
        for round in 0..<220 {
            _ = transport.take()
            let began = ContinuousClock.now
            let next = try await session.accessToken(replacing: token)
            let whole = began.duration(to: .now)
            let sent = transport.take()
            guard sent.requests == 1, next.value != token.value else {
                throw Unexpected("a refresh took \(sent.requests) requests")
            }
            token = next
            // The first ones open the connection.
            guard round >= 20 else { continue }
            requests.append(sent.time)
            overheads.append(whole - sent.time)
        }
        return [
            "refreshRequestMilliseconds": requests.median.milliseconds,
            "refreshOverheadMilliseconds": overheads.median.milliseconds,
        ]
    }

    /// Ten thousand tasks that want a token at the same time, when the one there is has expired.
    ///
    /// - Returns: How many requests that took.
    private func crowd() async throws -> Int {
        let transport = CountingTransport()
        var configuration = app.configuration
        configuration.transport = transport
        // Two hours later the token has expired; the first answer sets the clock right.
        configuration.environment.now = { Date(timeIntervalSinceNow: 7_200) }
        let client = GatehouseClient(configuration)
        guard let session = try await client.session() else { throw Unexpected("nobody is signed in") }
        _ = transport.take()
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<10_000 { group.addTask { try await session.accessToken().value } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        guard tokens.count == 1 else { throw Unexpected("\(tokens.count) tokens for one session") }
        return transport.take().requests
    }
}
