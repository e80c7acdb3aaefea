import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// Operations that require a recent sign-in.
@Suite(.timeLimit(.minutes(3))) struct ReauthenticationTests {
    /// A time after which a sign-in is no longer recent.
    private static let stale: TimeInterval = 11 * 60

    private func failure<Value>(_ body: () async throws -> Value) async throws -> AuthError {
        try #require(await #expect(throws: AuthError.self) { _ = try await body() })
    }

    @Test(arguments: Backend.allCases)
    func signsInAgainAndContinues(backend: Backend) async throws {
        let world = try await World(on: backend)
        let signIns = Counter()
        let device = world.device(countingSignIns: signIns)
        let session = try await device.app.signIn(scopes: [.email, .account])
        let old = try await device.copiedRefreshToken()
        world.server.clock.advance(by: Self.stale)

        _ = try await session.account.export()
        #expect(await signIns.value == 2)
        // The session continues under the same handle, and its former tokens are revoked.
        _ = try await session.accessToken()
        #expect(try await device.app.accounts().map(\.id) == [session.account.id])
        await device.app.waitForPendingWork()
        #expect(try await world.liveSessions() == 1)
        #expect(try await device.copiedRefreshToken() != old)
        #expect(try await device.relaunched().session()?.account.id == session.account.id)

        // The sign-in is recent now.
        _ = try await session.account.export()
        #expect(await signIns.value == 2)
    }

    @Test func throwsWithoutUserAgent() async throws {
        let world = try await World()
        let device = world.device()
        _ = try await device.app.signIn(scopes: [.account])
        var configuration = device.app.configuration
        configuration.userAgent = nil
        let app = GatehouseClient(configuration: configuration)
        let session = try #require(try await app.session())
        world.server.clock.advance(by: Self.stale)
        let error = try await failure { try await session.account.delete() }
        #expect(error.code == .reauthenticationRequired)
        #expect(error.maxAge == .seconds(600))
        #expect(error.recovery == .signInAgain)
        #expect(try await app.session() != nil)
    }

    @Test func changesNothingIfAnotherUserSignsIn() async throws {
        let world = try await World()
        let users = UserQueue([.ada, .bob])
        let device = world.device { [server = world.server] browser in
            try await users.next().signIn(in: browser, on: server)
        }
        let session = try await device.app.signIn(scopes: [.account])
        let token = try await device.copiedRefreshToken()
        world.server.clock.advance(by: Self.stale)
        let error = try await failure { try await session.account.export() }
        #expect([.requestRejected, .cancelled].contains(error.code))
        #expect(try await device.app.accounts().map(\.id) == [session.account.id])
        #expect(try await device.copiedRefreshToken() == token)
        _ = try await session.account.details()
    }

    @Test func cancelsOperationIfPageIsClosed() async throws {
        let world = try await World()
        let isClosing = Flag()
        let device = world.device { [server = world.server] browser in
            if await !isClosing.isRaised { try await ScriptedUser.ada.signIn(in: browser, on: server) }
        }
        let session = try await device.app.signIn(scopes: [.account])
        world.server.clock.advance(by: Self.stale)
        await isClosing.raise()
        #expect(try await failure { try await session.account.delete() }.code == .cancelled)
        _ = try await session.account.details()
    }

    @Test func reauthenticatesOnRequest() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.email, .account])
        let mails = try await world.server.mailCount
        world.server.clock.advance(by: 60)
        // A sign-in within the maximum age needs no page.
        let same = try await device.app.reauthenticate(maxAge: .seconds(600))
        #expect(try await world.server.mailCount == mails)
        #expect(same.account.id == session.account.id)
        try await device.app.reauthenticate(session.account.info)
        #expect(try await world.server.mailCount == mails + 1)
        _ = try await session.accessToken()

        try await device.app.signOut()
        #expect(try await failure { try await device.app.reauthenticate() }.code == .signedOut)
    }

    @Test func showsOnePageForConcurrentOperations() async throws {
        let world = try await World()
        let signIns = Counter()
        let session = try await world.device(countingSignIns: signIns).app.signIn(scopes: [.email, .account])
        world.server.clock.advance(by: Self.stale)
        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { (try? await session.account.export())?.account.subject == session.account.id }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: true, count: 50))
        #expect(await signIns.value == 2)
    }

    @Test func repeatsRequestOnceWithNewToken() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.account])
        let path = RequestPath(rawValue: "/account/v1/me")
        let tokens = device.network.requests(for: .token)
        device.network.failNext(path, with: .answers(status: 401))
        _ = try await session.account.details()
        #expect(device.network.requests(for: path) == 2)
        #expect(device.network.requests(for: .token) == tokens + 1)
        device.network.fail(path, with: .answers(status: 401), times: 2)
        let error = try await failure { try await session.account.details() }
        #expect(error.response?.httpStatus == 401)
        #expect(device.network.requests(for: path) == 4)
        #expect(try await device.app.session() != nil)
    }

    @Test func reportsMissingScope() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.email])
        let error = try await failure { try await session.account.details() }
        #expect(error.code == .insufficientScope)
        #expect(error.message.contains("account"))
        _ = try await session.accessToken()
    }

    @Test func requestsScopeOfNativeAppWhenNeeded() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let app = GatehouseClient(configuration: server.nativeConfiguration())
        guard case .passwordRequired(let step) = try await app.signIn(email: "ada@example.com") else {
            Issue.record("The server did not require a password.")
            return
        }
        let session = try #require(try await step.submit("correct horse battery").session)
        #expect(!session.scopes.contains(.account))
        #expect(try await session.account.details().subject == session.account.id)
        #expect(try await session.account.signInMethods().contains { $0.kind == .password })
    }

    @Test func reportsServerWithoutAccountAPI() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.account])
        device.network.failNext(RequestPath(rawValue: "/account/v1/me"), with: .answers(status: 404))
        #expect(try await failure { try await session.account.details() }.code == .misconfigured)
        device.network.failNext(RequestPath(rawValue: "/account/v1/me"), with: .serverError)
        #expect(try await failure { try await session.account.details() }.code == .serverUnavailable)
        device.network.failNext(RequestPath(rawValue: "/account/v1/me"), with: .noConnection)
        #expect(try await failure { try await session.account.details() }.code == .network)
    }
}

extension World {
    /// Returns a device on which Ada signs in, and each sign-in page that it shows is counted.
    fileprivate func device(countingSignIns counter: Counter) -> Device {
        device { [server] browser in
            await counter.increment()
            try await ScriptedUser.ada.signIn(in: browser, on: server)
        }
    }
}

/// The number of sign-in pages that a device has shown.
private actor Counter {
    private(set) var value = 0

    func increment() { value += 1 }
}

/// The users of the next sign-ins, in order.
private actor UserQueue {
    private var waiting: [ScriptedUser]

    init(_ users: [ScriptedUser]) {
        waiting = users
    }

    func next() -> ScriptedUser { waiting.removeFirst() }
}

/// A flag that a test raises.
private actor Flag {
    private(set) var isRaised = false

    func raise() { isRaised = true }
}
