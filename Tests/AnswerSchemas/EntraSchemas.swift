package import GatehouseHTTP
import GatehouseWire
package import HTTPTypes
import Testing

/// The JSON schemas of the endpoints that Entra's clients call.
package enum EntraSchemas {
    /// The endpoints below a tenant and the names of their schemas; all errors share one schema.
    private static let names: [(path: String, schema: String)] = {
        let native: [any Endpoint.Type] = [
            EntraSignUpStartEndpoint.self, EntraSignUpChallengeEndpoint.self, EntraSignUpContinueEndpoint.self,
            EntraSignInInitiateEndpoint.self, EntraSignInChallengeEndpoint.self, EntraTokenEndpoint.self,
            EntraDeviceCodeEndpoint.self, EntraResetStartEndpoint.self, EntraResetChallengeEndpoint.self,
            EntraResetContinueEndpoint.self, EntraResetSubmitEndpoint.self, EntraResetPollEndpoint.self,
            EntraKeySetEndpoint.self, EntraSignInIntrospectEndpoint.self, EntraRegistrationIntrospectEndpoint.self,
            EntraRegistrationChallengeEndpoint.self, EntraRegistrationContinueEndpoint.self,
        ]
        let ends = native.map { endpoint in
            let parts = endpoint.path.split(separator: "/")
            return (endpoint.path, "\(parts[0])-\(parts[2])")
        }
        return ends + [(EntraConfigurationEndpoint.path, "openid-configuration")]
    }()

    /// The names of all schemas.
    package static var all: Set<String> { Set(names.map(\.schema) + [refusal]) }

    private static let refusal = "error"

    /// Returns the name of the schema of a response; `nil` for a request to another endpoint.
    package static func name(for request: HTTPRequest, isSuccess: Bool) -> String? {
        let path = (request.path ?? "").prefix { $0 != "?" }
        guard request.method != .options, let found = names.first(where: { path.hasSuffix($0.path) }) else {
            return nil
        }
        return isSuccess ? found.schema : refusal
    }

    /// Checks a response against the schema of its endpoint, and records an issue for each violation.
    @Sendable package static func check(_ request: HTTPRequest, _ answer: ServerResponse) {
        guard let name = name(for: request, isSuccess: answer.status == .ok) else { return }
        let text = String(decoding: answer.body, as: UTF8.self)
        do {
            let schema = try JSONSchema(named: "Entra/Schemas/" + name)
            let violations = schema.violations(of: try JSONCoding.decode(JSONValue.self, from: answer.body))
            #expect(violations == [], "\(request.path ?? "") \(answer.status) \(text)")
        } catch {
            Issue.record(error, "\(request.path ?? "") \(answer.status) \(text)")
        }
    }
}
