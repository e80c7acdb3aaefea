import Foundation
package import GatehouseWire

/// The endpoints of Login with Amazon for an API key in a region.
struct AmazonEndpoints: Sendable, Hashable {
    let authorization: URL
    let token: URL
    let codePair: URL
    let profile: URL
    let tokenInfo: URL
    /// The revocation endpoint; Amazon has none.
    let revocation: URL?

    /// Creates the endpoints of the API key, or those of Amazon's hosts in the region.
    ///
    /// - Throws: `misconfigured` if the endpoints of the key are not `https` URLs or have unknown paths.
    init(_ key: AmazonAPIKey, in location: AmazonLocation) throws(AuthError) {
        let isAmazon = key.endpoints.token.host.map(Self.isAmazon) ?? false
        let hosts = isAmazon ? Self.hosts[location.region] : nil
        guard let keyBase = key.base, keyBase.isSafeServer, key.endpoints.authorization.isSafeServer,
            key.endpoints.revocation.map({ Self.isBelow(keyBase, $0) }) != false
        else { throw .misconfigured("The endpoints in the API key must be those of Login with Amazon, with https.") }
        let base = hosts.map(\.api) ?? keyBase
        let data = isAmazon && location.isSandbox ? Self.sandbox(of: base) : base
        authorization = hosts.map(\.authorization) ?? key.endpoints.authorization
        token = hosts == nil ? key.endpoints.token : AmazonTokenEndpoint.url(issuer: base)
        codePair = AmazonCodePairEndpoint.url(issuer: base)
        profile = AmazonProfileEndpoint.url(issuer: data)
        tokenInfo = AmazonTokenInfoEndpoint.url(issuer: data)
        revocation = key.endpoints.revocation
    }

    /// Returns the URL that identifies the server of a key's sessions: the same for all regions of Amazon.
    static func home(of key: AmazonAPIKey) -> URL {
        let isAmazon = key.endpoints.token.host.map(isAmazon) ?? false
        let base = isAmazon ? URL(string: "https://www.amazon.com") : key.base
        return base ?? key.endpoints.token
    }

    private static func isBelow(_ base: URL, _ url: URL) -> Bool {
        url.isSafeServer && url.absoluteString.hasPrefix(base.absoluteString + "/")
    }

    /// Amazon's hosts by region; a code can be redeemed in any region.
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

/// The region and sandbox setting of an app, which can change at any time.
package struct AmazonLocation: Sendable, Hashable {
    package var region: AmazonRegion
    /// Whether profiles are fetched from Amazon's sandbox.
    package var isSandbox: Bool

    package init(region: AmazonRegion = .automatic, isSandbox: Bool = false) {
        self.region = region
        self.isSandbox = isSandbox
    }
}

/// A region of Amazon's hosts; other servers have only one.
package enum AmazonRegion: String, Sendable, Hashable {
    /// The hosts named in the API key.
    case automatic
    case northAmerica, europe, farEast
}

/// A server that implements Login with Amazon.
package struct AmazonServer: Sendable {
    /// The API key, with the client and its server.
    package var key: AmazonAPIKey
    /// The current location, read for each request.
    package var location: @Sendable () -> AmazonLocation

    package init(key: AmazonAPIKey, location: @escaping @Sendable () -> AmazonLocation = { AmazonLocation() }) {
        self.key = key
        self.location = location
    }
}
