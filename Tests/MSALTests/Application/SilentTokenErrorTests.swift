import Foundation
import GatehouseTesting
import MSAL
import Testing

/// The errors of tokens without user interaction, by the server's response.
@Suite(.timeLimit(.minutes(3))) struct SilentTokenErrorTests {
    @Test(arguments: [
        (StubResponse.failure(.invalidRequest, 50_142), MSALError.serverInvalidRequestResetPasswordRequired),
        (.failure(.invalidGrant, 50_142), .interactionRequired),
        (.failure(.interactionRequired), .interactionRequired),
        (.failure(.invalidRequest, 90_100), .internal),
        (.serverError, .serverError),
    ])
    func reportsServersErrorAsCode(response: StubResponse, expected: MSALError) async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signInCode.prepare(stubbed)
        let account = try #require(await prepared.perform().account).account
        for _ in 0..<4 { stubbed.api.queue(response, at: .signInToken) }
        let code = await withCheckedContinuation { continuation in
            let parameters = MSALSilentTokenParameters(scopes: [], account: account)
            parameters.forceRefresh = true
            stubbed.app.acquireTokenSilent(with: parameters) { continuation.resume(returning: ($1 as? NSError)?.code) }
        }
        #expect(code == expected.rawValue)
    }
}
