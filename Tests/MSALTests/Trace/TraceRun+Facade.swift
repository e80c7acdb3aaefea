import Foundation
import Gatehouse
import GatehouseTesting
import MSAL
import Testing

extension TraceRun {
    /// Signs in through the facade, with mistakes on the way.
    func facade() async throws {
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: "native",
            authority: try MSALCIAMAuthority(url: server.issuer.appending(path: "default")),
            challengeTypes: [.OOB, .password]
        )
        let app = try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) {
            prepare(&$0, at: "facade")
        }
        server.clock.advance(by: 300)
        write(await signIn(app, password: Self.password))
        let heard = await signIn(app, password: Self.otherPassword)
        write(heard)
        let account = try #require(heard.account)
        let parameters = MSALNativeAuthGetAccessTokenParameters()
        parameters.forceRefresh = true
        write(await heardOf(account, parameters))
        // So many codes were sent by now that the next one has to wait.
        server.clock.advance(by: 90_000)
        let reset = await Heard.of {
            app.resetPassword(parameters: MSALNativeAuthResetPasswordParameters(username: Self.email), delegate: $0)
        }
        write(reset)
        if let state: ResetPasswordCodeRequiredState = reset.state() {
            write(await Heard.of { state.submitCode(code: "48151623", delegate: $0) })
        }
    }

    private func signIn(_ app: MSALNativeAuthPublicClientApplication, password: String) async -> Heard {
        await Heard.of {
            let parameters = MSALNativeAuthSignInParameters(username: Self.email)
            parameters.password = password
            app.signIn(parameters: parameters, delegate: $0)
        }
    }

    private func heardOf(
        _ account: MSALNativeAuthUserAccountResult,
        _ parameters: MSALNativeAuthGetAccessTokenParameters
    ) async -> Heard {
        nonisolated(unsafe) let parameters = parameters
        return await Heard.of { unsafe account.getAccessToken(parameters: parameters, delegate: $0) }
    }

    /// Prints the error that a delegate was told.
    private func write(_ heard: Heard) {
        if let error = heard.error { trace.print(error) }
    }
}
