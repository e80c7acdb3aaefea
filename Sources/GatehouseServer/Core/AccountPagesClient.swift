import Foundation
package import GatehouseStore
import GatehouseWire

extension Client {
    /// The identifier of the client that stands for the account pages; a registered client with it is never served.
    package static let accountPagesID: Client.ID = "gatehouse-account"

    /// Returns the client that stands for the account pages, in flows, messages and the audit log.
    ///
    /// It is not stored, and has neither redirect URIs nor grants.
    ///
    /// - Parameter issuer: The issuer, whose host is the name in messages.
    /// - Returns: The client.
    static func accountPages(of issuer: String) -> Client {
        Client(
            id: accountPagesID,
            name: URL(string: issuer)?.host() ?? issuer,
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: [],
            scopes: [.openid, .account],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            skipsConsent: true,
            attributes: [],
            createdAt: .distantPast
        )
    }

    /// Whether the client stands for the account pages.
    package var isAccountPages: Bool { id == Self.accountPagesID }
}
