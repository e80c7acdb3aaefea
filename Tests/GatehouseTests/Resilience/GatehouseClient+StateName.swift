@testable import Gatehouse

extension GatehouseClient {
    /// The current state as one word.
    var stateName: String {
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

    /// Returns the accounts whose sessions can return an access token.
    func accountsWithTokens() async throws -> [Account] {
        var able: [Account] = []
        for account in try await accounts() {
            let session = try await switchAccount(to: account)
            if (try? await session.accessToken()) != nil { able.append(account) }
        }
        return able
    }
}
