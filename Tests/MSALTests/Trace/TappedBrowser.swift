import Foundation
import Gatehouse
import GatehouseTesting

/// A browser whose redirects bring secrets that are kept.
struct TappedBrowser: UserAgent {
    let agent: any UserAgent
    let trace: TestTrace

    func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        trace.keep(visit.page(redirectingTo: visit.redirectURI))
        let answer = try await agent.present(visit)
        if case .redirect(let url) = answer { trace.keep(url) }
        return answer
    }
}
