import GatehouseWire

/// The native authentication of a client, in the protocols that its server may support.
struct NativeServices: Sendable {
    let configuration: ClientConfiguration
    let adapter: any ProtocolAdapter
    let manager: SessionManager

    /// Entra's native authentication.
    var entra: any NativeAuthenticationService {
        get throws(AuthError) { try configuration.entraAuthentication(adapter, manager) }
    }

    /// The native authentication with OAuth 2.0 for First-Party Applications.
    private var firstParty: FirstPartyAuthentication {
        get throws(AuthError) { try configuration.firstPartyAuthentication(adapter, manager) }
    }

    /// The native authentication that the server announces; an Entra tenant, and a server that announces none, have
    /// Entra's.
    var announced: any NativeAuthenticationService {
        get async throws(AuthError) {
            if let service = try await announcedFirstParty { return service }
            return try entra
        }
    }

    /// The native authentication for first-party apps; `nil` for an Entra tenant, or if the server announces none.
    private var announcedFirstParty: FirstPartyAuthentication? {
        get async throws(AuthError) {
            guard configuration.entra == nil else { return nil }
            let service = try firstParty
            let metadata = try await service.adapter.directory.current()
            return metadata.authorizationChallengeEndpoint == nil ? nil : service
        }
    }

    /// Signs in with a passkey that the user chooses.
    ///
    /// - Throws: `browserRequired` if the server announces no protocol for it.
    func signInWithPasskey(for tokenRequest: AccessTokenRequest) async throws(AuthError) -> SignInStep {
        guard let service = try await announcedFirstParty else { throw .browserRequired(reason: nil) }
        return try await service.signInWithPasskey(for: tokenRequest)
    }

    /// Returns the current step of the stored sign-up, in the protocol in which it was started.
    func pendingSignUp() async throws(AuthError) -> SignUpStep? {
        let (entra, firstParty) = (try entra, try firstParty)
        return try await PendingFlows(manager: manager).signUp.map { saved in
            saved.position.firstParty == nil ? entra.resume(saved) : firstParty.resume(saved)
        }
    }
}
