import Foundation
import Gatehouse

/// A browser whose redirects bring secrets that are kept.
struct TappedBrowser: UserAgent {
    let agent: any UserAgent
    let book: TraceBook

    func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        let answer = try await agent.present(visit)
        if case .redirect(let url) = answer {
            for item in URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
            where ["code", "state"].contains(item.name) {
                book.keep(item.value ?? "", as: item.name)
            }
        }
        return answer
    }
}
