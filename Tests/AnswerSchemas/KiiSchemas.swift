package import GatehouseHTTP
import GatehouseWire
package import HTTPTypes
import Testing

/// The JSON schemas of the responses to Kii's clients, by media type.
package enum KiiSchemas {
    /// The names of all schemas.
    package static let all: Set<String> = [
        "RegistrationResponse", "RegistrationAndAuthorizationResponse", "UserDataRetrievalResponse",
        "UserUpdateResponse",
        "PhoneNumberRetrievalResponse", "AddressVerificationResponse", "VerificationCodeRetrievalResponse",
        "UserStatusRetrievalResponse", token, refusal, oauthRefusal,
    ]

    /// The root of Entra's interactions, which begins like Kii's.
    private static let interactions = "/api/v2.0/"
    /// The root of metadata, which contains the paths of resources.
    private static let wellKnown = "/.well-known/"
    private static let token = "token"
    private static let refusal = "refusal"
    private static let oauthRefusal = "oauth-refusal"

    /// Returns the name of the schema of a response; `nil` without a body, and for a request to another endpoint.
    package static func name(for request: HTTPRequest, _ answer: ServerResponse) -> String? {
        let path = (request.path ?? "").prefix { $0 != "?" }
        guard path.contains(KiiAPI.root + "/"), !path.contains(Self.interactions), !path.hasPrefix(Self.wellKnown),
            request.method != .options, answer.status != .noContent
        else { return nil }
        let type = answer.fields[.contentType] ?? ""
        guard let match = type.wholeMatch(of: /application\/vnd\.kii\.(.+)\+json/) else {
            return answer.status == .ok ? token : oauthRefusal
        }
        return match.output.1.hasSuffix("Exception") ? refusal : String(match.output.1)
    }

    /// Checks a response against the schema of its media type, and records an issue for each violation.
    @Sendable package static func check(_ request: HTTPRequest, _ answer: ServerResponse) {
        guard let name = name(for: request, answer) else { return }
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.fields[.cacheControl] == "no-store", "\(request.path ?? "") \(answer.status)")
        do {
            let schema = try JSONSchema(named: "Kii/Schemas/" + name)
            let violations = schema.violations(of: try JSONCoding.decode(JSONValue.self, from: answer.body))
            #expect(violations == [], "\(request.path ?? "") \(answer.status) \(text)")
        } catch {
            Issue.record(error, "\(request.path ?? "") \(answer.status) \(text)")
        }
    }
}
