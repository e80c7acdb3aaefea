import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// The recorded exchanges of OAuth 2.0 for First-Party Applications.
enum FirstPartyExchanges {
    static let all = [
        GoldenCase("FirstParty/password-required", "Requires the password") { server in
            try await server.addOwner()
            return await server.challenge()
        },
        GoldenCase("FirstParty/wrong-password", "Rejects a wrong password") { server in
            try await server.addOwner()
            return await server.challenge([.password: "a guess"])
        },
        GoldenCase("FirstParty/code", "Issues a code for the password in the first request") { server in
            try await server.addOwner()
            return await server.challenge([.password: EntraFixture.password])
        },
        GoldenCase(
            "FirstParty/second-factor-required",
            "Requires a second factor after the password",
            factors: EntraSecondFactorFixture.factors()
        ) { server in
            try await server.addOwner(phone: EntraSecondFactorFixture.phone)
            return await server.challenge([.password: EntraFixture.password])
        },
        GoldenCase(
            "FirstParty/enrolment-required",
            "Requires the enrolment of a second factor",
            factors: FactorSettings(secondFactor: .required)
        ) { server in
            try await server.addOwner()
            return await server.challenge([.password: EntraFixture.password])
        },
    ]
}

extension DeterministicServer {
    /// Adds a native app that requires passwords, and an account.
    fileprivate func addOwner(phone: String? = nil) async throws {
        let number = phone.map { AccountIdentifier(kind: .phone, value: $0, verifiedAt: web.server.clock.now) }
        try await EntraFixture(.password, on: web).addAccount(names: [number].compactMap(\.self))
    }

    /// Sends the first request of a sign-in.
    fileprivate func challenge(_ form: [ParameterName: String?] = [:]) async -> Exchange {
        let own: [ParameterName: String?] = [
            .clientID: EntraFixture.clientID.rawValue, .responseType: "code", .scope: "openid offline_access",
            .codeChallenge: PKCE.challenge(for: ServerFixture.verifier).rawValue, .codeChallengeMethod: "S256",
            .username: EntraFixture.email,
        ]
        return await exchange(.post, "/oauth2/authorize-challenge", form: Parameters(own.merging(form) { $1 }))
    }
}
