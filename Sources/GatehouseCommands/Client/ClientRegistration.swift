import ArgumentParser
import Foundation
import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// What an operator says about a new client, and the record it becomes.
package struct ClientRegistration: Sendable {
    /// Whether the client can keep a secret (RFC 6749 §2.1).
    package enum Kind: String, Sendable, CaseIterable, ExpressibleByArgument {
        case `public`, confidential
    }

    package var id: String?
    package var name: String
    package var kind: Kind
    package var redirectURIs: [String] = []
    package var postLogoutRedirectURIs: [String] = []
    /// Full names, or the last part of one that is a URN.
    package var grants: [String] = []
    package var scope: String?
    package var logoURI: String?
    package var requiresPKCE = true
    package var skipsConsent = false
    package var authenticationMethod: ClientAuthenticationMethod = .clientSecretBasic
    package var idTokenAlgorithm: SigningAlgorithm = .rs256
    package var attributes: [ClientAttribute] = []

    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    private static let knownGrants: [GrantType] = [.authorizationCode, .refreshToken, .clientCredentials, .deviceCode]

    /// The record, checked; its identifier is the one given here, and the secret's hash a confidential client's.
    func client(id: Client.ID, secretHash: String?, now: Date) throws(CommandFailure) -> Client {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else {
            throw CommandFailure("The client has no name.", advice: "Give --name what people should see.")
        }
        let grants = try parsedGrants()
        for uri in redirectURIs + postLogoutRedirectURIs { try Self.check(uri) }
        guard !grants.contains(.authorizationCode) || !redirectURIs.isEmpty else {
            throw CommandFailure(
                "A client that signs people in through the browser needs an address to come back to.",
                advice: "Give --redirect-uri, or other grants."
            )
        }
        guard !grants.contains(.clientCredentials) || kind == .confidential else {
            throw CommandFailure(
                "A public client cannot prove who it is, so it cannot act for itself.",
                advice: "Give --type confidential, or leave the grant \(GrantType.clientCredentials) out."
            )
        }
        guard requiresPKCE || kind == .confidential else {
            throw CommandFailure(
                "A public client always needs PKCE.",
                advice: "Leave --no-pkce out, or give --type confidential."
            )
        }
        return Client(
            id: id,
            name: name,
            logoURI: logoURI,
            secretHash: secretHash,
            tokenEndpointAuthMethod: kind == .public ? .none : authenticationMethod,
            redirectURIs: redirectURIs,
            postLogoutRedirectURIs: postLogoutRedirectURIs,
            grantTypes: grants,
            scopes: try parsedScopes(grants),
            requiresPKCE: requiresPKCE,
            idTokenAlgorithm: idTokenAlgorithm,
            skipsConsent: skipsConsent,
            attributes: attributes,
            createdAt: now
        )
    }

    private func parsedGrants() throws(CommandFailure) -> [GrantType] {
        guard !grants.isEmpty else { return [.authorizationCode, .refreshToken] }
        var parsed: [GrantType] = []
        for text in grants {
            guard let grant = Self.knownGrants.first(where: { $0.rawValue == text || $0.shortName == text }) else {
                throw CommandFailure(
                    "The server knows no grant \(text).",
                    advice: "The grants are \(Self.knownGrants.map(\.shortName).joined(separator: ", "))."
                )
            }
            if !parsed.contains(grant) { parsed.append(grant) }
        }
        return parsed
    }

    private func parsedScopes(_ grants: [GrantType]) throws(CommandFailure) -> ScopeSet {
        guard let scope else {
            return grants == [.clientCredentials] ? [] : [.openid, .profile, .email, .phone, .address, .offlineAccess]
        }
        guard let scopes = ScopeSet(parsing: scope) else {
            throw CommandFailure(
                "The scope has a character that scopes may not have.",
                advice: "Separate scopes with single spaces."
            )
        }
        return scopes
    }

    private static func check(_ text: String) throws(CommandFailure) {
        guard let uri = RedirectURI(rawValue: text), !text.contains("#") else {
            throw CommandFailure(
                "A browser cannot be sent back to \(text).",
                advice: "Use an absolute address without a fragment, such as https://app.example.com/callback."
            )
        }
        guard uri.scheme != "http" || uri.isLoopback else {
            throw CommandFailure("The address \(text) is http, which only localhost may be.", advice: "Use https.")
        }
    }
}

extension GrantType {
    /// What follows the last colon: the whole name, unless it is a URN.
    fileprivate var shortName: String { rawValue.split(separator: ":").last.map(String.init) ?? rawValue }
}
