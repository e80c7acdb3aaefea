package import GatehouseHTTP
import GatehouseWire
package import HTTPTypes
import Testing

/// The JSON schemas of the endpoints that Entra's clients call.
package enum EntraSchemas {
    /// The endpoints below a tenant, and the names of their schemas.
    private static let endpoints: [(path: String, schema: Schema)] = {
        let native: [any Endpoint.Type] = [
            EntraSignUpStartEndpoint.self, EntraSignUpChallengeEndpoint.self, EntraSignUpContinueEndpoint.self,
            EntraSignInInitiateEndpoint.self, EntraSignInChallengeEndpoint.self, EntraTokenEndpoint.self,
            EntraDeviceCodeEndpoint.self, EntraResetStartEndpoint.self, EntraResetChallengeEndpoint.self,
            EntraResetContinueEndpoint.self, EntraResetSubmitEndpoint.self, EntraResetPollEndpoint.self,
            EntraKeySetEndpoint.self, EntraSignInIntrospectEndpoint.self, EntraRegistrationIntrospectEndpoint.self,
            EntraRegistrationChallengeEndpoint.self, EntraRegistrationContinueEndpoint.self,
            EntraAuthorizeChallengeEndpoint.self,
        ]
        let ends = native.map { endpoint in
            let parts = endpoint.path.split(separator: "/")
            return (endpoint.path, Schema(success: "\(parts[0])-\(parts[2])", error: "error"))
        }
        let interactions = EntraInteractionEndpoint.allCases.map { endpoint in
            (endpoint.path, Schema(success: "interaction", error: "interaction-error"))
        }
        let configuration = Schema(success: "openid-configuration", error: "error")
        return ends + interactions + [(EntraConfigurationEndpoint.path, configuration)]
    }()

    private struct Schema: Sendable {
        let success: String
        let error: String
    }

    /// The names of all schemas.
    package static var all: Set<String> { Set(endpoints.flatMap { [$0.schema.success, $0.schema.error] }) }

    /// Returns the name of the schema of a response; `nil` for a request to another endpoint.
    package static func name(for request: HTTPRequest, isSuccess: Bool) -> String? {
        let path = (request.path ?? "").prefix { $0 != "?" }.split(separator: "/")
        guard request.method != .options, let found = endpoints.first(where: { matches(path, $0.path) }) else {
            return nil
        }
        return isSuccess ? found.schema.success : found.schema.error
    }

    /// Returns whether a path ends with that of an endpoint, whose segments in braces match any.
    private static func matches(_ path: [Substring], _ endpoint: String) -> Bool {
        let expected = endpoint.split(separator: "/")
        return path.count >= expected.count
            && zip(path.suffix(expected.count), expected).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }

    /// Checks a response against the schema of its endpoint, and records an issue for each violation.
    @Sendable package static func check(_ request: HTTPRequest, _ answer: ServerResponse) {
        guard name(for: request, isSuccess: true) != nil else { return }
        let text = String(decoding: answer.body, as: UTF8.self)
        do {
            let response = try JSONCoding.decode(JSONValue.self, from: answer.body)
            // The response that begins the interactions has the form of an error.
            let isSuccess =
                answer.status == .ok
                || response["error"]?.string == OAuthErrorCode.entraInsufficientAuthorization.rawValue
            guard let name = name(for: request, isSuccess: isSuccess) else { return }
            let violations = try JSONSchema(named: "Entra/Schemas/" + name).violations(of: response)
            #expect(violations == [], "\(request.path ?? "") \(answer.status) \(text)")
        } catch {
            Issue.record(error, "\(request.path ?? "") \(answer.status) \(text)")
        }
    }
}
