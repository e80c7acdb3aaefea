import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct SignUpAttributesStepTests {
    private let ada = ScriptedUser(
        email: "ada@example.com",
        attributes: ["given_name": "Ada", "family_name": "Lovelace", "birthdate": "1815-12-10", "plan": "paid"]
    )

    @Test(arguments: Backend.allCases)
    func returnsAttributesCollectedAtSignUp(backend: Backend) async throws {
        let world = try await World(on: backend) {
            $0.attributes = [
                ClientAttribute(name: "given_name", isRequired: true),
                ClientAttribute(name: "family_name", isRequired: true),
                ClientAttribute(name: "birthdate", kind: .date, page: 2),
                ClientAttribute(name: "plan", kind: .choice, options: ["free", "paid"], page: 2),
            ]
        }
        let device = world.device(of: ada)
        let session = try await device.app.signIn(scopes: [.profile, .email])
        let user = try await session.user()
        #expect(user.name == "Ada Lovelace")
        #expect(user.claims.birthdate == "1815-12-10")
        #expect(user.claims[ClaimName(rawValue: "plan")] == "paid")
        #expect(try await device.app.accounts().map(\.name) == ["Ada Lovelace"])
    }

    @Test func omitsClaimsOutsideGrantedScopes() async throws {
        let world = try await World { $0.attributes = [ClientAttribute(name: "given_name", isRequired: true)] }
        let session = try await world.device(of: ada).app.signIn(scopes: [.email])
        let user = try await session.user()
        #expect(user.email == "ada@example.com")
        #expect(user.name == nil)
        #expect(user.claims.givenName == nil)
    }
}
