package import Foundation

extension AmazonAPIKey {
    /// Reads a key; line breaks and spaces that came along with it do not matter.
    ///
    /// - Throws: `WireError` when it does not have the three parts, or does not say what an app needs to know.
    package init(_ text: String) throws(WireError) {
        let parts = text.filter { !$0.isWhitespace }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Data(base64Encoded: String(parts[0])),
            let body = Data(base64Encoded: String(parts[1])), Data(base64Encoded: String(parts[2])) != nil
        else { throw WireError("The API key is not three parts in base64.") }
        guard try WireJSON.decode(Header.self, from: header).algorithm == Header.current.algorithm else {
            throw WireError("The API key is signed in a way that is not known.")
        }
        let payload = try WireJSON.decode(Payload.self, from: body)
        guard payload.type == Payload.type else { throw WireError("It is not an API key.") }
        self.init(
            endpoints: payload.endpoints,
            clientID: payload.clientID,
            bundleID: payload.bundleID,
            issuer: payload.issuer,
            id: payload.id,
            issuedAt: payload.issuedAt.flatMap { Int64($0) }
        )
    }

    /// Header and payload, which are what is signed.
    package var unsigned: String {
        let name = AmazonIdentifier.name(ofClient: clientID)
        let payload = Payload(
            endpoints: endpoints,
            clientID: clientID,
            familyID: AmazonIdentifier.application.make(name),
            bundleSeedID: bundleID,
            bundleID: bundleID,
            issuer: issuer,
            type: Payload.type,
            variantID: AmazonIdentifier.variant.make(name),
            applicationID: AmazonIdentifier.variant.make(name),
            id: id,
            issuedAt: issuedAt.map { String($0) }
        )
        return [WireJSON.encode(Header.current), WireJSON.encode(payload)]
            .map { $0.base64EncodedString() }.joined(separator: ".")
    }

    /// The whole key.
    package func text(signature: Data) -> String {
        unsigned + "." + signature.base64EncodedString()
    }

    private struct Header: Codable {
        let algorithm: String
        let version: String?

        static let current = Header(algorithm: "RSA-SHA256", version: "1")

        enum CodingKeys: String, CodingKey {
            case algorithm = "alg"
            case version = "ver"
        }
    }

    private struct Payload: Codable {
        static let type = "APIKey"

        var version: String? = "3"
        let endpoints: Endpoints
        let clientID: String
        let familyID: String?
        let bundleSeedID: String?
        let bundleID: String
        let issuer: String?
        let type: String
        let variantID: String?
        let applicationID: String?
        let id: String?
        let issuedAt: String?
        var trustPool: JSONValue? = .null

        enum CodingKeys: String, CodingKey {
            case version = "ver"
            case endpoints
            case clientID = "clientId"
            case familyID = "appFamilyId"
            case bundleSeedID = "bundleSeedId"
            case bundleID = "bundleId"
            case issuer = "iss"
            case type, trustPool
            case variantID = "appVariantId"
            case applicationID = "appId"
            case id
            case issuedAt = "iat"
        }
    }
}
