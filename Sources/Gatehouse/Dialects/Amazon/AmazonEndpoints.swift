import Foundation
import GatehouseWire

/// Where everything of Login with Amazon is, for one API key in one region.
struct AmazonEndpoints: Sendable, Hashable {
    let authorization: URL
    let token: URL
    let codePair: URL
    let profile: URL
    let tokenInfo: URL
    /// Where a sign-out is heard; Amazon has no such place.
    let revocation: URL?

    /// The endpoints that the key names, or those of Amazon's own hosts in the region.
    ///
    /// - Throws: `misconfigured` when the key's endpoints are not `https` URLs, or not laid out as Amazon's.
    init(_ key: AmazonAPIKey, in place: AmazonPlace) throws(AuthError) {
        let isAmazon = key.endpoints.token.host.map(Self.isAmazon) ?? false
        let hosts = isAmazon ? Self.hosts[place.region] : nil
        guard let keyBase = key.base, keyBase.isSafeServer, key.endpoints.authorization.isSafeServer,
            key.endpoints.revocation.map({ Self.isBelow(keyBase, $0) }) != false
        else { throw .misconfigured("The endpoints in the API key are not those of Login with Amazon over https.") }
        let base = hosts.map(\.api) ?? keyBase
        let data = isAmazon && place.isSandbox ? Self.sandbox(of: base) : base
        authorization = hosts.map(\.authorization) ?? key.endpoints.authorization
        token = hosts == nil ? key.endpoints.token : AmazonTokenEndpoint.url(issuer: base)
        codePair = AmazonCodePairEndpoint.url(issuer: base)
        profile = AmazonProfileEndpoint.url(issuer: data)
        tokenInfo = AmazonTokenInfoEndpoint.url(issuer: data)
        revocation = key.endpoints.revocation
    }

    /// Which server the sessions of a key belong to: the one that gets its tokens, and of Amazon's always the same, whichever region is asked.
    static func home(of key: AmazonAPIKey) -> URL {
        let isAmazon = key.endpoints.token.host.map(isAmazon) ?? false
        let base = isAmazon ? URL(string: "https://www.amazon.com") : key.base
        return base ?? key.endpoints.token
    }

    private static func isBelow(_ base: URL, _ url: URL) -> Bool {
        url.isSafeServer && url.absoluteString.hasPrefix(base.absoluteString + "/")
    }

    /// Amazon's hosts by region; where codes are given does not bind where they are redeemed.
    private static let hosts: [AmazonRegion: (authorization: URL, api: URL)] = {
        let names: [AmazonRegion: (String, String)] = [
            .northAmerica: ("www.amazon.com", "api.amazon.com"),
            .europe: ("eu.account.amazon.com", "api.amazon.co.uk"),
            .farEast: ("apac.account.amazon.com", "api.amazon.co.jp"),
        ]
        return names.compactMapValues { authorization, api in
            guard let authorization = URL(string: "https://" + authorization + AmazonAuthorizationEndpoint.path),
                let api = URL(string: "https://" + api)
            else { return nil }
            return (authorization, api)
        }
    }()

    private static func isAmazon(_ host: String) -> Bool {
        ["api.amazon.com", "api.amazon.co.uk", "api.amazon.de", "api.amazon.co.jp"].contains(host.lowercased())
    }

    /// `api.sandbox.amazon.com` for `api.amazon.com`.
    private static func sandbox(of base: URL) -> URL {
        URL(string: base.absoluteString.replacing("//api.amazon.", with: "//api.sandbox.amazon.")) ?? base
    }
}
