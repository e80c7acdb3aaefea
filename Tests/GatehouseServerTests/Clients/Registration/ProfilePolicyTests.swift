import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ProfilePolicyTests {
    /// A change that contradicts a profile.
    struct Contradiction: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout ClientRegistration) -> Void

        init(_ description: String, _ change: @escaping @Sendable (inout ClientRegistration) -> Void) {
            testDescription = description
            self.change = change
        }
    }

    private func registration(_ profile: SecurityProfile) throws -> ClientRegistration {
        var registration = ClientRegistration(
            id: "app",
            name: "Example App",
            kind: profile == .fapi2Security ? .confidential : .public,
            redirectURIs: [ServerHarness.redirectURI],
            idTokenAlgorithm: .rs256,
            requiresPKCE: false
        )
        registration.adopt(profile)
        if profile == .fapi2Security {
            registration.authenticationMethod = .privateKeyJWT
            registration.keys = .set(JSONWebKeySet(keys: [try SigningKey.generate(.es256).publicJWK]))
        }
        return registration
    }

    private func rejection(
        of profile: SecurityProfile,
        _ change: (inout ClientRegistration) -> Void
    ) throws -> OAuthError? {
        var changed = try registration(profile)
        change(&changed)
        return #expect(throws: OAuthError.self) { try RegistrationPolicy.standard.check(changed) }
    }

    @Test(arguments: SecurityProfile.allCases)
    func setsPropertiesThatProfileDemands(_ profile: SecurityProfile) throws {
        let registration = try registration(profile)
        try RegistrationPolicy.standard.check(registration)
        #expect(registration.requiresPKCE)
        #expect(registration.security.profile == profile)
        let isStrict = profile == .fapi2Security
        #expect(registration.security.requiresPushedRequests == isStrict)
        #expect(registration.security.requiresDPoP == isStrict)
        #expect(registration.idTokenAlgorithm == (isStrict ? .es256 : .rs256))
    }

    private static let contradictions = [
        Contradiction("without PKCE") { $0.requiresPKCE = false },
        Contradiction("protocol of a vendor") { $0.scopes = [.amazonUserID] },
        Contradiction("grant of devices") { $0.grantTypes = [.deviceCode] },
        Contradiction("secret") { $0.authenticationMethod = .clientSecretBasic },
        Contradiction("secret for assertions") { $0.authenticationMethod = .clientSecretJWT },
        Contradiction("public") { registration in
            registration.kind = .public
            registration.authenticationMethod = .none
        },
        Contradiction("requests not pushed") { $0.security.requiresPushedRequests = false },
        Contradiction("without DPoP") { $0.security.requiresDPoP = false },
        Contradiction("ID tokens with RS256") { $0.idTokenAlgorithm = .rs256 },
        Contradiction("userinfo with RS256") { $0.security.userInfoAlgorithm = .rs256 },
        Contradiction("assertions with ES384") { $0.security.assertionAlgorithm = .es384 },
        Contradiction("request objects with RS256") { $0.security.requestObjectAlgorithm = .rs256 },
    ]

    /// FAPI 2.0 Security Profile §5.3.2 and §5.4.
    @Test(arguments: contradictions) func rejectsContradictionOfFAPI(_ contradiction: Contradiction) throws {
        let error = try rejection(of: .fapi2Security, contradiction.change)
        #expect(error?.code == .invalidClientMetadata)
    }

    @Test(arguments: [SecurityProfile.fapi2Security, .mcp])
    func rejectsPrivateUseScheme(of profile: SecurityProfile) throws {
        let error = try rejection(of: profile) { $0.redirectURIs.append("com.example.app:/callback") }
        #expect(error?.code == .invalidRedirectURI)
        var local = try registration(profile)
        local.redirectURIs.append("http://127.0.0.1/callback")
        try RegistrationPolicy.standard.check(local)
    }

    /// Agents reject the token type DPoP.
    @Test func rejectsDPoPAsRequirementOfAgents() throws {
        let error = try rejection(of: .mcp) { $0.security.requiresDPoP = true }
        #expect(error?.description.contains("mcp") == true)
    }

    @Test func rejectsClientOfOAuth21WithoutPKCE() throws {
        let error = try rejection(of: .oauth21) { registration in
            registration.kind = .confidential
            registration.requiresPKCE = false
        }
        #expect(error?.description.contains("PKCE") == true)
    }

    @Test func locksPropertiesOfRegisteredClient() async throws {
        let server = try ServerHarness()
        _ = try await server.identity.registrar.register(try registration(.fapi2Security), context: server.context)
        let error = try await oauthError {
            try await server.identity.registrar.update("app", context: server.context) {
                $0.security.requiresDPoP = false
            }
        }
        #expect(error.description == "The profile fapi2-security requires DPoP.")
        let changed = try await server.identity.registrar.update("app", context: server.context) {
            $0.security.profile = nil
            $0.security.requiresDPoP = false
        }
        #expect(changed?.security.requiresDPoP == false)
    }
}
