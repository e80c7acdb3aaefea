import Foundation
package import HTTPTypes

/// The credentials in the headers of a request.
package struct KiiCredentials: Sendable, Hashable {
    /// The value of the `Authorization` header.
    package enum Authorization: Sendable, Hashable {
        /// The app alone; Kii ignores the password of Basic credentials.
        case app(id: String)
        /// An access token of any format.
        case token(Secret)
    }

    package var appID: String?
    package var appKey: Secret?
    package var authorization: Authorization?

    package init(appID: String? = nil, appKey: Secret? = nil, authorization: Authorization? = nil) {
        self.appID = appID
        self.appKey = appKey
        self.authorization = authorization
    }

    /// Reads the headers of a request; the scheme is not case-sensitive.
    ///
    /// - Throws: `UNAUTHORIZED` if the scheme is not supported or the credentials are malformed.
    package init(fields: HTTPFields) throws(KiiWireError) {
        appID = fields[.kiiAppID].flatMap { $0.isEmpty ? nil : $0 }
        appKey = fields[.kiiAppKey].flatMap { $0.isEmpty ? nil : Secret($0) }
        guard let field = fields[.authorization], !field.isEmpty else { return }
        let parts = field.split(separator: " ", maxSplits: 1)
        let credentials = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
        switch parts.first?.lowercased() {
        case "bearer": authorization = .token(Secret(credentials))
        case "basic":
            guard let pair = Data(base64Encoded: credentials).flatMap({ String(validUTF8: $0) }),
                StreamSafeText.admits(pair),
                let id = pair.split(separator: ":", omittingEmptySubsequences: false).first, !id.isEmpty
            else { throw KiiWireError.unauthorized("The Basic credentials do not identify an application") }
            authorization = .app(id: String(id))
        default: throw KiiWireError.unauthorized("The Authorization scheme must be Basic or Bearer")
        }
    }

    /// The headers of the credentials.
    package var fields: HTTPFields {
        var fields = HTTPFields()
        fields[.kiiAppID] = appID
        fields[.kiiAppKey] = appKey?.reveal()
        switch authorization {
        case .token(let token)?: fields[.authorization] = "Bearer \(token.reveal())"
        case .app(let id)?: fields[.authorization] = "Basic \(Data("\(id):".utf8).base64EncodedString())"
        case nil: break
        }
        return fields
    }
}

extension HTTPField.Name {
    /// The identifier of the calling app.
    package static let kiiAppID = literal("X-Kii-AppID")

    /// The key of the app, which is part of every copy of the app and therefore not secret.
    package static let kiiAppKey = literal("X-Kii-AppKey")

    /// The calling library, for information only.
    package static let kiiSDK = literal("X-Kii-SDK")

    private static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field name") }
        return name
    }
}
