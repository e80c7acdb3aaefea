@testable import Gatehouse

extension GatehouseClient {
    /// The present state in a word.
    var standing: String {
        get async {
            switch await states.first(where: { _ in true }) {
            case .signedIn: "in"
            case .signedInOffline: "offline"
            case .signedOut: "out"
            case .unknown: "unknown"
            case nil: "nothing"
            }
        }
    }

    /// The accounts on the device whose sessions have a token to give.
    func accountsWithTokens() async throws -> [Account] {
        var able: [Account] = []
        for account in try await accounts() {
            let session = try await switchTo(account: account)
            if (try? await session.accessToken()) != nil { able.append(account) }
        }
        return able
    }
}
