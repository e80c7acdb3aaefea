import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import Testing

/// `gatehouse account` of a user who is signed in at the terminal.
@Suite(.timeLimit(.minutes(3))) struct AccountCommandTests {
    private let server = TestServer(watchedBy: APISchemas.check)
    private let terminal: Terminal
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    init() async throws {
        let clock = server.clock
        terminal = Terminal(
            isTerminal: true,
            environment: ["NO_COLOR": "1"],
            transport: InProcessTransport(to: server),
            clientEnvironment: ClientEnvironment(now: { clock.now }, sleep: { _ in })
        )
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password, name: "Ada Example")
        // Enter chooses the sign-in.
        terminal.enqueueInput("", password)
        let status = await terminal.run(
            all: [
                "login", "--native", "--issuer", server.issuer.absoluteString, "--client-id", "app", "--email", email,
            ]
        )
        try #require(status == .success, "\(terminal.errorOutput)")
        _ = (terminal.printed, terminal.errorOutput)
    }

    /// Returns the app of another device of the user.
    private func otherDevice() async throws -> GatehouseClient {
        let user = ScriptedUser(email: email, password: password)
        return GatehouseClient(configuration: server.device(of: user).configuration())
    }

    @Test func showsAccount() async throws {
        #expect(await terminal.run("account", "show") == .success)
        let lines = terminal.printed.split(separator: "\n").map(String.init)
        #expect(lines.first == "NAME     VALUE")
        #expect(lines.contains("email    ada@example.com (primary)"))
        #expect(lines.contains("name     Ada Example"))
        #expect(lines.last?.hasPrefix("created  20") == true)
        #expect(await terminal.run("account", "show", "--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        let id = try await server.users.id(of: email)
        #expect(object["sub"] as? String == id)
    }

    @Test func listsAndEndsSessions() async throws {
        let other = try await otherDevice()
        let session = try await other.signIn()
        #expect(await terminal.run("account", "sessions", "--json") == .success)
        let listed = try #require(try terminal.json() as? [[String: Any]])
        let ids = listed.filter { $0["is_current"] as? Bool == false && $0["kind"] as? String == "app" }
            .compactMap { $0["id"] as? String }
        #expect(ids.count == 1)
        #expect(await terminal.run("account", "sessions") == .success)
        let table = terminal.printed
        #expect(table.hasPrefix("   SESSION"))
        #expect(table.contains("\n*  "))
        #expect(table.contains("(browser)"))
        #expect(await terminal.run("account", "end", try #require(ids.first)) == .success)
        #expect(terminal.printed == "The session has ended.\n")
        server.clock.advance(by: 3_600)
        let error = await #expect(throws: AuthError.self) { try await session.accessToken() }
        #expect(error?.signedOutReason == .endedByUser)
        #expect(await terminal.run("account", "end", "unknown") == .failure)
        #expect(terminal.errorOutput.contains("Session 'unknown' doesn't exist. Run: gatehouse account sessions"))
    }

    @Test func endsOtherSessions() async throws {
        _ = try await otherDevice().signIn()
        #expect(await terminal.run("account", "end", "--others") == .success)
        #expect(terminal.printed == "All other sessions have ended.\n")
        await terminal.run("account", "sessions", "--json")
        #expect((try terminal.json() as? [Any])?.count == 1)
        #expect(await terminal.run("account", "end") != .success)
    }

    @Test func withdrawsAppAfterConfirmation() async throws {
        #expect(await terminal.run("account", "apps") == .success)
        #expect(terminal.printed.hasPrefix("APP  NAME"))
        terminal.enqueueInput("n")
        #expect(await terminal.run("account", "withdraw", "app") == .cancelled)
        #expect(terminal.errorOutput.contains("Withdrawing the permissions of Example App ends its sessions."))
        #expect(await terminal.run("account", "withdraw", "other", "--yes") == .failure)
        #expect(await terminal.run("account", "withdraw", "app", "--yes") == .success)
        #expect(await terminal.run("account", "show") == .signInNeeded)
    }

    @Test func exportsToPrivateFile() async throws {
        let file = terminal.folder.appending(path: "export.json").path
        #expect(await terminal.run("account", "export", file) == .success)
        let data = try Data(contentsOf: URL(filePath: file))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["issuer"] as? String == server.issuer.absoluteString)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(await terminal.run("account", "export", file) == .failure)
        #expect(terminal.errorOutput.contains("already exists"))
        _ = terminal.printed
        #expect(await terminal.run("account", "export") == .success)
        #expect(try terminal.json() is [String: Any])
    }

    @Test func asksForPasswordIfSignInIsNotRecent() async throws {
        server.clock.advance(by: 11 * 60)
        terminal.enqueueInput("y", password)
        #expect(await terminal.run("account", "delete") == .success)
        let output = terminal.errorOutput
        #expect(output.contains("Deleting your account ada@example.com signs you out of all apps and devices"))
        #expect(output.contains("Sign in again to continue."))
        #expect(terminal.printed.hasPrefix("Your account will be erased on 20"))
        #expect(await terminal.run("whoami") == .signInNeeded)
    }

    @Test func deletesWithJSON() async throws {
        let id = try await server.users.id(of: email)
        #expect(await terminal.run("account", "delete", "--yes", "--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["account"] as? String == id)
        #expect(object["erased"] is String)
    }

    /// A client without the scope signs in all the same, but cannot manage the account.
    @Test(arguments: [true, false])
    func requestsScopeIfClientHasIt(hasScope: Bool) async throws {
        var client = Client.app("cli", createdAt: server.clock.now)
        if !hasScope { client.scopes.remove(.account) }
        try await server.add(client)
        let device = await deviceWithApproval()
        #expect(await device.run(all: ["login"] + deviceOptions) == .success)
        #expect(await device.run("account", "show") == (hasScope ? .success : .failure))
        #expect(device.errorOutput.contains("scope account") == !hasScope)
    }

    /// An API accepts only tokens of its own, for which the sign-in must name it (RFC 8707).
    @Test(arguments: [true, false])
    func printsTokenForAPIOfSignIn(namesAPI: Bool) async throws {
        let api = "https://api.example.com"
        try await server.store.commit([
            .resource(
                .insert(
                    Resource(
                        id: Resource.ID(api),
                        name: "Orders",
                        scopes: [ResourceScope("orders:read")],
                        createdAt: server.clock.now
                    )
                )
            )
        ])
        // The server reads its APIs again.
        server.clock.advance(by: 5)
        var client = Client.app("cli", createdAt: server.clock.now)
        client.scopes = client.scopes.union(["orders:read"])
        try await server.add(client)
        let device = await deviceWithApproval()
        let named = namesAPI ? ["--resource", api, "--scope", "profile email orders:read"] : []
        #expect(await device.run(all: ["login"] + deviceOptions + named) == .success)
        _ = (device.printed, device.errorOutput)
        #expect(await device.run("token", "--resource", api, "--json") == (namesAPI ? .success : .failure))
        if namesAPI {
            let object = try #require(try device.json() as? [String: Any])
            #expect(object["scopes"] as? String == "orders:read")
        } else {
            #expect(device.errorOutput.contains("gatehouse login --resource API"))
        }
    }

    private var deviceOptions: [String] {
        ["--device", "--issuer", server.issuer.absoluteString, "--client-id", "cli"]
    }

    /// Returns a terminal whose device code the user approves while the command waits.
    private func deviceWithApproval() async -> Terminal {
        let approval = Approval()
        let clock = server.clock
        let device = Terminal(
            transport: InProcessTransport(to: server),
            clientEnvironment: ClientEnvironment(now: { clock.now }, sleep: { _ in await approval.give() })
        )
        await approval.set { [server, email, password] in
            let instructions = device.errorOutput
            let code = try #require(instructions.firstMatch(of: /[A-Z0-9]{4}-[A-Z0-9]{4}/))
            let browser = ScriptedBrowser(on: server)
            await browser.open(server.issuer.appending(path: "device"))
            try await browser.submit([PageInput.userCode.rawValue: String(code.output)])
            try await ScriptedUser(email: email, password: password).signIn(in: browser, on: server)
        }
        return device
    }

    @Test(arguments: [["show"], ["sessions"], ["apps"], ["end", "--others"], ["export"], ["delete", "--yes"]])
    func requiresSignIn(arguments: [String]) async {
        let terminal = Terminal()
        #expect(await terminal.run(all: ["account"] + arguments) == .signInNeeded)
    }
}

/// The approval of a device code, given once while the command waits.
private actor Approval {
    private var action: (@Sendable () async throws -> Void)?

    func set(_ action: @escaping @Sendable () async throws -> Void) {
        self.action = action
    }

    func give() async {
        guard let action else { return }
        self.action = nil
        do { try await action() } catch { Issue.record(error) }
    }
}
