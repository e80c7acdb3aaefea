import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import MSAL
import Testing

extension Apps {
    static func msalApp(
        on server: TestServer,
        _ store: MemoryTokenStore
    ) throws -> MSALNativeAuthPublicClientApplication {
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: msalID,
            authority: try MSALCIAMAuthority(url: server.issuer.appending(path: "default")),
            challengeTypes: [.OOB, .password]
        )
        let defaults = server.entraConfiguration(clientID: msalID)
        return try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) {
            $0.transport = defaults.transport
            $0.tokenStore = store
            $0.environment = defaults.environment
        }
    }

    /// Creates Ada's account by sign-up.
    static func signUp(
        _ app: MSALNativeAuthPublicClientApplication,
        on server: TestServer
    ) async throws -> MSALNativeAuthUserAccountResult {
        let started = try await DelegateResult.state(SignUpCodeRequiredState.self) {
            let parameters = MSALNativeAuthSignUpParameters(username: email)
            parameters.password = password
            app.signUp(parameters: parameters, delegate: $0)
        }
        let code = try #require(try await server.mailedCode(to: email))
        let done = try await DelegateResult.state(SignInAfterSignUpState.self) {
            started.submitCode(code: code, delegate: $0)
        }
        return try await DelegateResult.state(MSALNativeAuthUserAccountResult.self) {
            done.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $0)
        }
    }

    /// Signs Ada in to the Amazon app and returns the access token.
    static func authorize() async throws -> String {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNProfileScope.profile()]
        let token: String? = await withCheckedContinuation { continuation in
            AMZNAuthorizationManager.shared().authorize(request) { result, _, _ in
                continuation.resume(returning: result?.token)
            }
        }
        return try #require(token)
    }

    /// Returns the refresh token that an app has stored for Ada.
    static func stored(
        in store: MemoryTokenStore,
        issuer: URL,
        clientID: String
    ) async throws -> SessionProbes.IssuedToken {
        let issuer = issuer.absoluteString
        let sessions = try await SessionStore(TokenStoreKey(issuer: issuer, clientID: clientID), in: store).load()
        return SessionProbes.IssuedToken(
            clientID: clientID,
            token: try #require(sessions?.sessions.first?.refreshToken)
        )
    }

    /// Registers a website that skips the consent page.
    static func addWebsite(to server: TestServer) async throws {
        try await server.add(
            Client(
                id: GatehouseStore.Client.ID(SessionProbes.website),
                name: "Example Website",
                secretHash: "unused",
                tokenEndpointAuthMethod: .clientSecretBasic,
                redirectURIs: ["https://www.example.com/back"],
                grantTypes: [.authorizationCode],
                scopes: [.openid],
                requiresPKCE: false,
                idTokenAlgorithm: .es256,
                skipsConsent: true,
                createdAt: server.clock.now
            )
        )
    }
}
