import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct SharesADeviceTests {
    /// A browser in which every sign-in is somebody else's, as the app asks for one more account.
    private func device(in world: World) -> Device {
        let people = People([.ada, .bob])
        return world.device { [server = world.server] browser in
            let person = await people.next()
            if await browser.forms.last?.buttons.contains(where: { $0.value == "otherAccount" }) == true {
                try await browser.submit(action: "otherAccount")
            }
            try await person.walk(browser, on: server)
        }
    }

    /// An app that needs one person's sign-in gets no other one's.
    @Test func whoIsNotWantedChangesNothing() async throws {
        let world = try await World(on: .memory)
        let device = device(in: world)
        let ada = try await device.app.signIn(scopes: [.email])
        var options = SignInOptions()
        options.accountID = ada.account.id
        let error = await #expect(throws: AuthError.self) {
            try await device.app.signIn(scopes: [.email], interaction: .addAccount, options: options)
        }
        #expect(error?.code == .refused)
        #expect(try await device.app.session()?.account.id == ada.account.id)
        #expect(try await device.app.accounts().map(\.id) == [ada.account.id])
    }

    @Test(arguments: Backend.allCases)
    func twoPeopleEachHaveTheirSessionAndTheAppSwitches(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = device(in: world)
        let ada = try await device.app.signIn(scopes: [.email])
        let bob = try await device.app.signIn(scopes: [.email], interaction: .addAccount)
        #expect(ada.account.id != bob.account.id)
        #expect(try await device.app.accounts().map(\.id) == [ada.account.id, bob.account.id])
        #expect(try await device.app.session()?.account.id == bob.account.id)

        // A handle stays its person's, whoever is current; both are refreshed.
        world.server.clock.advance(by: 3_600)
        #expect(try await ada.user().email == "ada@example.com")
        #expect(try await bob.user().email == "bob@example.com")

        try await device.app.switchTo(account: ada.account)
        let relaunched = device.relaunched()
        #expect(try await relaunched.signIn(scopes: [.email]).account.id == ada.account.id)

        try await relaunched.signOut()
        #expect(try await world.liveSessions(of: "ada@example.com") == 0)
        #expect(try await world.liveSessions(of: "bob@example.com") == 1)
        #expect(try await relaunched.session() == nil)
        #expect(try await relaunched.switchTo(account: bob.account).user().email == "bob@example.com")
    }
}

/// Whose turn it is.
private actor People {
    private var waiting: [ScriptedPerson]

    init(_ people: [ScriptedPerson]) {
        waiting = people
    }

    func next() -> ScriptedPerson {
        waiting.removeFirst()
    }
}
