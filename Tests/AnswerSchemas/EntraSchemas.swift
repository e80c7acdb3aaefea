package import GatehouseHTTP
import GatehouseWire
package import HTTPTypes
import Testing

/// The schema of each endpoint that Entra's clients call: whoever has a server in a test lets every answer of it be checked.
package enum EntraSchemas {
    /// The endpoints below a tenant, with the name of each one's schema; refusals all look alike.
    private static let names: [(path: String, schema: String)] = {
        let native: [any Endpoint.Type] = [
            EntraSignUpStartEndpoint.self, EntraSignUpChallengeEndpoint.self, EntraSignUpContinueEndpoint.self,
            EntraSignInInitiateEndpoint.self, EntraSignInChallengeEndpoint.self, EntraTokenEndpoint.self,
            EntraDeviceCodeEndpoint.self, EntraResetStartEndpoint.self, EntraResetChallengeEndpoint.self,
            EntraResetContinueEndpoint.self, EntraResetSubmitEndpoint.self, EntraResetPollEndpoint.self,
            EntraKeySetEndpoint.self,
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

    /// The name of the schema that an answer has to fit; `nil` where the request was for something else.
    package static func name(for request: HTTPRequest, isSuccess: Bool) -> String? {
        let path = (request.path ?? "").prefix { $0 != "?" }
        guard request.method != .options, let found = names.first(where: { path.hasSuffix($0.path) }) else {
            return nil
        }
        return isSuccess ? found.schema : refusal
    }

    /// Checks an answer, whichever endpoint it is of.
    @Sendable package static func check(_ request: HTTPRequest, _ answer: HTTPAnswer) {
        guard let name = name(for: request, isSuccess: answer.status == .ok) else { return }
        let text = String(decoding: answer.body, as: UTF8.self)
        do {
            let schema = try JSONSchema(named: "Entra/Schemas/" + name)
            let violations = schema.violations(of: try WireJSON.decode(JSONValue.self, from: answer.body))
            #expect(violations == [], "\(request.path ?? "") \(answer.status) \(text)")
        } catch {
            Issue.record(error, "\(request.path ?? "") \(answer.status) \(text)")
        }
    }
}
