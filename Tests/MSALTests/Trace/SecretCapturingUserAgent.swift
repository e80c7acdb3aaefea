import Foundation
import Gatehouse
import GatehouseTesting

/// A user agent that records the secrets in its redirects.
struct SecretCapturingUserAgent: UserAgent {
    let userAgent: any UserAgent
    let trace: TestTrace

    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        trace.keep(request.url(redirectURI: request.redirectURI))
        let response = try await userAgent.present(request)
        if case .redirected(let url) = response { trace.keep(url) }
        return response
    }
}
