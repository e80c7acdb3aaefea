package import Foundation
package import HTTPTypes

extension OAuthError {
    private struct Body: Codable {
        var code: OAuthErrorCode
        var description: String?

        enum CodingKeys: String, CodingKey {
            case code = "error"
            case description = "error_description"
        }
    }

    /// The JSON body (RFC 6749 §5.2).
    package func body() -> Data {
        WireJSON.encode(Body(code: code, description: Self.printable(description)))
    }

    /// The header fields: never cached, with the challenge and the waiting time where there is one.
    package var fields: HTTPFields {
        var fields = HTTPFields.uncachedJSON
        if let challenge { fields[.wwwAuthenticate] = challenge.encoded }
        if let retryAfter {
            let (seconds, attoseconds) = retryAfter.components
            fields[.retryAfter] = String(max(0, attoseconds > 0 ? seconds + 1 : seconds))
        }
        return fields
    }

    /// Reads the refusal of any standard server.
    ///
    /// - Throws: `WireError` when neither the body nor the `WWW-Authenticate` field names an error code: then it is not an
    ///   answer of OAuth, but perhaps one of a proxy in between.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let retryAfter = fields[.retryAfter].flatMap { UInt32($0) }.map { Duration.seconds($0) }
        if let decoded = try? WireJSON.decode(Body.self, from: body) {
            self.init(decoded.code, decoded.description ?? "", status: status, retryAfter: retryAfter)
        } else if let code = Self.code(inChallenge: fields[.wwwAuthenticate] ?? "") {
            self.init(code, "", status: status, retryAfter: retryAfter)
        } else {
            throw WireError("The answer with status \(status.code) is not an OAuth error.")
        }
    }

    /// The `error` member of a challenge.
    private static func code(inChallenge field: String) -> OAuthErrorCode? {
        for parameter in field.split(whereSeparator: { $0 == "," || $0 == " " }) {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].lowercased() == ParameterName.error.rawValue else { continue }
            return OAuthErrorCode(rawValue: String(pair[1].filter { $0 != "\"" }))
        }
        return nil
    }

    /// The text with every character replaced that `error_description` may not hold (RFC 6749 §5.2).
    package static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\"": "'"
                    case "\\": "/"
                    case " "..."~": scalar
                    default: "?"
                    }
                }
            )
        )
    }
}
