import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import MSAL
import Testing

/// A server that logs everything, and apps that print every error.
struct TraceRun {
    static let email = "ada.lovelace@example.com"
    static let password = "Rowing 7 lanterns home"
    static let otherPassword = "Nine violet harbours sing"

    let trace: TestTrace
    let server: TestServer
    let directory: URL
    private let transport: SecretCapturingTransport

    init(in directory: URL) async throws {
        self.directory = directory
        let folder = directory.appending(path: "trace")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        trace = TestTrace(in: folder)
        server = TestServer(store: MemoryStore(), logger: trace.logger)
        transport = SecretCapturingTransport(to: server, trace)
        for secret in [Self.password, Self.otherPassword] { trace.keep(secret, as: "password") }
        trace.keep(Self.email, as: "address")
        try await server.clients.addPublic("app")
        try await server.clients.addNative("native")
    }

    /// Signs in with the browser and provokes every kind of failure.
    func browser() async throws {
        let app = app(at: "browser")
        let session = try await app.signIn(scopes: [.profile, .email])
        await attempt { try await session.user() }
        for fault in NetworkFault.all {
            server.clock.advance(by: 4_000)
            transport.network.failNext(.token, with: fault)
            await attempt { try await session.accessToken() }
        }
        for corruption in Self.corruptions {
            server.clock.advance(by: 4_000)
            transport.corruptNext(corruption)
            await attempt { try await session.accessToken() }
        }
        await write(app)
        try await endSessions()
        server.clock.advance(by: 4_000)
        await attempt { try await session.accessToken() }
        await attempt { try await session.user() }
        await attempt { try await app.signIn(interaction: .never) }
        for corruption in Self.corruptions {
            transport.corruptNext(corruption)
            await attempt { try await app.signIn(interaction: .always) }
        }
        await attempt { try await app.signIn() }
        transport.network.failNext(.revocation, with: .dropsResponse)
        await attempt { try await app.signOut() }
        await write(app)
    }

    /// Signs up and in with native authentication, with every user error.
    func native() async throws {
        let app = app("native", at: "native")
        await attempt { try await app.signIn(email: Self.email, password: Self.password) }
        guard case .codeRequired(let code) = try await app.signUp(email: Self.email) else { return }
        await attempt { try await code.submit("48151623") }
        guard case .passwordRequired(let password) = try await code.submit(mailedCode()) else { return }
        await attempt { try await password.submit("short1") }
        guard case .completed(let completed) = try await password.submit(Self.password) else { return }
        _ = try await completed.signIn(scopes: [.email])
        await attempt { try await completed.signIn() }
        await attempt { try await app.signUp(email: Self.email) }
        await attempt { try await app.signIn(email: Self.email, password: Self.otherPassword) }
        server.clock.advance(by: 120)
        let reset = try await app.resetPassword(email: Self.email)
        await attempt { try await reset.submit("48151623") }
        let chosen = try await reset.submit(mailedCode())
        await attempt { try await chosen.submit(Self.email) }
        _ = try await chosen.submit(Self.otherPassword)
        await attempt { try await app.signOut() }
        await write(app)
    }

    /// Signs in on a device without a browser.
    func device() async throws {
        let app = app(at: "device")
        let (server, trace) = (server, trace)
        await attempt { try await app.signInWithDeviceCode { trace.keep($0.userCode, as: "user_code") } }
        try await app.signInWithDeviceCode(scopes: [.email]) { prompt in
            trace.keep(prompt.userCode, as: "user_code")
            let browser = ScriptedBrowser(on: server, address: "198.51.100.99")
            await browser.open(prompt.verificationURI)
            try? await browser.submit([PageInput.userCode.rawValue: prompt.userCode])
            try? await Self.ada.signIn(in: browser, on: server)
        }
        await write(app)
    }

    static let ada = ScriptedUser(email: email)

    /// Changes that make a token response unusable.
    private static let corruptions: [@Sendable (Data) -> Data] = [
        { $0.prefix($0.count / 2) },
        { Data("oops ".utf8) + $0 },
        { Data(String(decoding: $0, as: UTF8.self).replacing("\"Bearer\"", with: "7").utf8) },
        { Data(String(decoding: $0, as: UTF8.self).replacing("\"access_token\"", with: "\"token\"").utf8) },
        { Data(String(decoding: $0, as: UTF8.self).replacing("eyJ", with: "eyI").utf8) },
    ]

    func app(_ clientID: String = "app", at place: String) -> GatehouseClient {
        var configuration = server.configuration(clientID: clientID, user: Self.ada)
        prepare(&configuration, at: place)
        return GatehouseClient(configuration: configuration)
    }

    /// Lets a client store its sessions in files and record its secrets.
    func prepare(_ configuration: inout GatehouseClient.Configuration, at place: String) {
        configuration.transport = transport
        let folder = directory.appending(path: place)
        configuration.tokenStore = FileTokenStore(directory: folder, protection: .keyFile(in: folder))
        configuration.userAgent = configuration.userAgent.map {
            SecretCapturingUserAgent(userAgent: $0, trace: trace)
        }
        configuration.environment = server.clock.environment
        configuration.environment.eventLog = { [trace] in trace.print($0, from: "event log") }
    }

    /// Runs an operation and prints its error, if any.
    func attempt<Value>(_ body: () async throws -> Value) async {
        do { _ = try await body() } catch { trace.print(error) }
    }

    /// Prints all diagnostics of a client.
    func write(_ app: GatehouseClient) async {
        await app.waitForPendingWork()
        let diagnostics = await app.diagnostics()
        var text = "\(diagnostics) \(diagnostics.advice)"
        dump(diagnostics, to: &text)
        trace.print(text, from: "diagnostics")
        let json = (try? JSONEncoder().encode(diagnostics)) ?? Data()
        trace.print(String(decoding: json, as: UTF8.self), from: "diagnostics as JSON")
        let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard ["events", "lock"].contains(file.pathExtension) else { continue }
            trace.print((try? String(contentsOf: file, encoding: .utf8)) ?? "", from: ".\(file.pathExtension)")
        }
    }

    func mailedCode() async throws -> String {
        let code = try #require(try await server.mailedCode(to: Self.email))
        trace.keep(code, as: "mailed code")
        return code
    }

    private func endSessions() async throws {
        let account = try #require(try await server.store.account(.email, Self.email))
        try await server.store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: server.clock.now))
        ])
    }
}
