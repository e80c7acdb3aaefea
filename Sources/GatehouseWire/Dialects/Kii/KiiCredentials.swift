import Foundation
package import HTTPTypes

/// Who calls, as the header fields say it.
package struct KiiCredentials: Sendable, Hashable {
    /// What stands in `Authorization`.
    package enum Authorization: Sendable, Hashable {
        /// The app alone: what follows its name can be anything.
        case app(id: String)
        /// Somebody's token, whatever it looks like.
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

    /// Reads the fields of a request; the scheme may be in large or small letters.
    ///
    /// - Throws: `UNAUTHORIZED` for a scheme that is none of Kii's, or credentials that cannot be read.
    package init(fields: HTTPFields) throws(KiiError) {
        appID = fields[.kiiAppID].flatMap { $0.isEmpty ? nil : $0 }
        appKey = fields[.kiiAppKey].flatMap { $0.isEmpty ? nil : Secret($0) }
        guard let field = fields[.authorization], !field.isEmpty else { return }
        let parts = field.split(separator: " ", maxSplits: 1)
        let credentials = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
        switch parts.first?.lowercased() {
        case "bearer": authorization = .token(Secret(credentials))
        case "basic":
            guard let pair = Data(base64Encoded: credentials).flatMap({ String(validating: $0, as: UTF8.self) }),
                StreamSafeText.admits(pair),
                let id = pair.split(separator: ":", omittingEmptySubsequences: false).first, !id.isEmpty
            else { throw KiiError.unauthorized("The Basic credentials are not those of an application") }
            authorization = .app(id: String(id))
        default: throw KiiError.unauthorized("The Authorization field is neither Basic nor Bearer")
        }
    }

    /// The fields of a request.
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
