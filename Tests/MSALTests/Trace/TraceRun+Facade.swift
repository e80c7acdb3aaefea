import Foundation
import Gatehouse
import GatehouseTesting
import MSAL
import Testing

extension TraceRun {
    /// Signs in through the facade, with errors on the way.
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
        let received = await signIn(app, password: Self.otherPassword)
        write(received)
        let account = try #require(received.account)
        let parameters = MSALNativeAuthGetAccessTokenParameters()
        parameters.forceRefresh = true
        write(await requestToken(account, parameters))
        // The code limit is reached by now, so time must pass before the next one.
        server.clock.advance(by: 90_000)
        let reset = await DelegateCall.from {
            app.resetPassword(parameters: MSALNativeAuthResetPasswordParameters(username: Self.email), delegate: $0)
        }
        write(reset)
        if let state: ResetPasswordCodeRequiredState = reset.state() {
            write(await DelegateCall.from { state.submitCode(code: "48151623", delegate: $0) })
        }
    }

    private func signIn(_ app: MSALNativeAuthPublicClientApplication, password: String) async -> DelegateCall {
        await DelegateCall.from {
            let parameters = MSALNativeAuthSignInParameters(username: Self.email)
            parameters.password = password
            app.signIn(parameters: parameters, delegate: $0)
        }
    }

    private func requestToken(
        _ account: MSALNativeAuthUserAccountResult,
        _ parameters: MSALNativeAuthGetAccessTokenParameters
    ) async -> DelegateCall {
        nonisolated(unsafe) let parameters = parameters
        return await DelegateCall.from { unsafe account.getAccessToken(parameters: parameters, delegate: $0) }
    }

    /// Prints the error of a delegate call.
    private func write(_ received: DelegateCall) {
        if let error = received.error { trace.print(error) }
    }
}
