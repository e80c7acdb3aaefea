import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct MultipleAccountsTests {
    /// Returns a device whose browser signs in a different user on each sign-in.
    private func device(in world: World) -> Device {
        let users = SignInQueue([.ada, .bob])
        return world.device { [server = world.server] browser in
            let user = await users.next()
            if await browser.forms.last?.buttons.contains(where: { $0.value == "otherAccount" }) == true {
                try await browser.submit(action: "otherAccount")
            }
            try await user.signIn(in: browser, on: server)
        }
    }

    /// `SignInOptions.accountID` restricts a sign-in to one account.
    @Test func rejectsSignInOfDifferentAccount() async throws {
        let world = try await World(on: .memory)
        let device = device(in: world)
        let ada = try await device.app.signIn(scopes: [.email])
        var options = SignInOptions()
        options.accountID = ada.account.id
        let error = await #expect(throws: AuthError.self) {
            try await device.app.signIn(scopes: [.email], interaction: .addAccount, options: options)
        }
        #expect(error?.code == .requestRejected)
        #expect(try await device.app.session()?.account.id == ada.account.id)
        #expect(try await device.app.accounts().map(\.id) == [ada.account.id])
    }

    @Test(arguments: Backend.allCases)
    func keepsSessionPerAccountAndSwitches(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = device(in: world)
        let ada = try await device.app.signIn(scopes: [.email])
        let bob = try await device.app.signIn(scopes: [.email], interaction: .addAccount)
        #expect(ada.account.id != bob.account.id)
        #expect(try await device.app.accounts().map(\.id) == [ada.account.id, bob.account.id])
        #expect(try await device.app.session()?.account.id == bob.account.id)

        // A session stays bound to its account, whichever is current, and both are refreshed.
        world.server.clock.advance(by: 3_600)
        #expect(try await ada.user().email == "ada@example.com")
        #expect(try await bob.user().email == "bob@example.com")

        try await device.app.switchAccount(to: ada.account.info)
        let relaunched = device.relaunched()
        #expect(try await relaunched.signIn(scopes: [.email]).account.id == ada.account.id)

        try await relaunched.signOut()
        #expect(try await world.liveSessions(of: "ada@example.com") == 0)
        #expect(try await world.liveSessions(of: "bob@example.com") == 1)
        #expect(try await relaunched.session() == nil)
        #expect(try await relaunched.switchAccount(to: bob.account.info).user().email == "bob@example.com")
    }
}

/// The users of the next sign-ins, in order.
private actor SignInQueue {
    private var waiting: [ScriptedUser]

    init(_ users: [ScriptedUser]) {
        waiting = users
    }

    func next() -> ScriptedUser {
        waiting.removeFirst()
    }
}
