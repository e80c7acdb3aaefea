import Foundation
import Gatehouse

/// Measures calls in a running app.
struct Calls {
    let app: App

    func measure(email: String, password: String) async throws -> [String: Double] {
        let transport = CountingTransport()
        let session = try await signIn(email, password, to: app, over: transport)
        var figures = try await fromMemory(session)
        figures.merge(try await refreshes(session, over: transport)) { $1 }
        figures["crowdRequests"] = Double(try await crowd(email, password))
        return figures
    }

    /// Measures a valid token from memory.
    private func fromMemory(_ session: Session) async throws -> [String: Double] {
        for _ in 0..<1_000 { _ = try await session.accessToken() }
        var times: [Duration] = []
        for _ in 0..<1_000 {
            let began = ContinuousClock.now
            for _ in 0..<100 { _ = try await session.accessToken() }
            times.append(began.duration(to: .now) / 100)
        }
        return ["memoryMicroseconds": times.median / .microseconds(1)]
    }

    /// Measures a refresh without its request.
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
            guard sent.refreshes == 1, next.value != token.value else {
                throw Unexpected("a refresh took \(sent.refreshes) requests")
            }
            token = next
            // The first calls open the connection.
            guard round >= 20 else { continue }
            requests.append(sent.time)
            overheads.append(whole - sent.time)
        }
        return [
            "refreshRequestMilliseconds": requests.median.milliseconds,
            "refreshOverheadMilliseconds": overheads.median.milliseconds,
        ]
    }

    /// Requests an expired token from ten thousand tasks at the same time.
    ///
    /// - Returns: The number of refreshes.
    private func crowd(_ email: String, _ password: String) async throws -> Int {
        let app = App(issuer: app.issuer, clientID: app.clientID, directory: app.directory.appending(path: "crowd"))
        let old = try await signIn(email, password, to: app, over: AgeingTransport())
        let transport = CountingTransport()
        var configuration = app.configuration
        configuration.transport = transport
        guard let session = try await GatehouseClient(configuration: configuration).session() else {
            throw Unexpected("no account is signed in")
        }
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<10_000 { group.addTask { try await session.accessToken() } }
            return try await group.reduce(into: Set<AccessToken>()) { $0.insert($1) }
        }
        guard session.account.info == old.account.info, tokens.count == 1 else {
            throw Unexpected("\(tokens.count) tokens for one session")
        }
        return transport.take().refreshes
    }

    private func signIn(
        _ email: String,
        _ password: String,
        to app: App,
        over transport: any HTTPTransport
    ) async throws -> Session {
        var configuration = app.configuration
        configuration.transport = transport
        let client = GatehouseClient(configuration: configuration)
        guard case .signedIn(let session) = try await client.signIn(email: email, password: password) else {
            throw Unexpected("the server wants more than a password")
        }
        return session
    }
}
