import GatehouseWire
import HTTPTypes

/// Collects the operations of an OpenAPI document, with the components that they use.
struct OpenAPIBuilder {
    /// The names of the security schemes.
    static let bearer = "bearer"
    static let oauth = "oauth2"

    private(set) var paths: [String: JSONValue] = [:]
    private(set) var responses: [String: JSONValue] = [:]
    var schemas = SchemaRecorder()

    private static let json = "application/json"

    // MARK: Operations

    /// Adds an operation of the account API.
    mutating func add<E: JSONEndpoint>(_ endpoint: E.Type) throws(SchemaError) {
        var operation = describe(E.operation, .account)
        let parameters = parameters(of: endpoint)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if E.hasBody {
            operation["requestBody"] = ["required": true, "content": try content(of: E.Body.self, Self.json)]
        }
        let scope = JSONValue.string(E.scope.rawValue)
        operation["security"] = [.object([Self.bearer: [scope]]), .object([Self.oauth: [scope]])]
        operation["responses"] = .object(try responses(of: endpoint))
        add(operation, at: E.path, E.method)
    }

    /// Adds an operation without access token, whose errors are those of OAuth.
    mutating func add<E: Endpoint>(
        _ endpoint: E.Type,
        id: String,
        summary: String
    ) throws(SchemaError) where E.Response: DescribedJSON {
        var operation = describe(OperationDescription(id, summary), .health)
        var answers: [String: JSONValue] = [
            "200": ["description": "Success.", "content": try content(of: E.Response.self, Self.json)]
        ]
        let errors = Dictionary(grouping: E.errors.union([.invalidRequest])) { $0.status.code }
        for (status, codes) in errors {
            let text = codes.map(\.rawValue).sorted().map { "`\($0)`" }.joined(separator: ", ")
            answers["\(status)"] = [
                "description": .string("The error \(text)."),
                "content": try content(of: OAuthError.Body.self, Self.json),
            ]
        }
        operation["responses"] = .object(answers)
        add(operation, at: E.path, E.method)
    }

    private mutating func add(_ operation: [String: JSONValue], at path: String, _ method: HTTPRequest.Method) {
        var item = paths[path]?.object ?? [:]
        item[method.rawValue.lowercased()] = .object(operation)
        paths[path] = .object(item)
    }

    private func describe(_ text: OperationDescription, _ tag: OpenAPITag) -> [String: JSONValue] {
        var operation: [String: JSONValue] = [
            "operationId": .string(text.id), "summary": .string(text.summary), "tags": [.string(tag.rawValue)],
        ]
        operation["description"] = text.text.map(JSONValue.string)
        return operation
    }

    private mutating func content(
        of type: any DescribedJSON.Type,
        _ mediaType: String
    ) throws(SchemaError) -> JSONValue {
        .object([mediaType: ["schema": try schemas.schema(of: type)]])
    }

    // MARK: Parameters

    private func parameters<E: JSONEndpoint>(of endpoint: E.Type) -> [JSONValue] {
        var parameters = E.segments.map { name in
            parameter(
                name,
                in: "path",
                isRequired: true,
                schema: ["type": "string"],
                text: "The identifier, percent-encoded."
            )
        }
        if E.requiresMatch {
            parameters.append(
                parameter(
                    HTTPField.Name.ifMatch.rawName,
                    in: "header",
                    isRequired: true,
                    schema: ["type": "string"],
                    text: "The `ETag` of the account on which the change is based."
                )
            )
        }
        return parameters
            + E.Query.described.map { name, kind, text in
                parameter(
                    name.rawValue,
                    in: "query",
                    isRequired: false,
                    schema: text.applied(to: ["type": .string(kind.rawValue)]),
                    text: text
                )
            }
    }

    private func parameter(
        _ name: String,
        in place: String,
        isRequired: Bool,
        schema: JSONValue,
        text: MemberDescription
    ) -> JSONValue {
        var schema = schema.object ?? [:]
        schema["description"] = nil
        return [
            "name": .string(name), "in": .string(place), "required": .bool(isRequired),
            "description": .string(text.text), "schema": .object(schema),
        ]
    }

    // MARK: Responses

    private mutating func responses<E: JSONEndpoint>(of endpoint: E.Type) throws(SchemaError) -> [String: JSONValue] {
        var answers: [String: JSONValue] = [:]
        var success: [String: JSONValue] = ["description": "Success."]
        if E.Response.self != NoContent.self {
            success["content"] = try content(of: E.Response.self, Self.json)
        }
        if E.hasEntityTag {
            success["headers"] = header(.eTag, "The version of the account, for `If-Match`.")
        }
        answers["\(E.status.code)"] = .object(success)
        for (status, kinds) in Dictionary(grouping: E.allProblems, by: \.status.code) {
            let names = kinds.map(\.name).sorted()
            let component = names.joined(separator: ".")
            if responses[component] == nil { responses[component] = try problem(kinds, status: status) }
            answers["\(status)"] = ["$ref": .string("#/components/responses/" + component)]
        }
        return answers
    }

    /// Returns the response of problems with the same status.
    private mutating func problem(_ kinds: [ProblemType], status: Int) throws(SchemaError) -> JSONValue {
        let kinds = kinds.sorted { $0.rawValue < $1.rawValue }
        let schema: JSONValue = [
            "allOf": [try schemas.schema(of: ProblemDetails.Body.self)],
            "properties": [
                "type": ["enum": .array(kinds.map { .string($0.rawValue) })],
                "status": ["const": .integer(Int64(status))],
            ],
        ]
        var response: [String: JSONValue] = [
            "description": .string(kinds.map { $0.title + "." }.joined(separator: " ")),
            "content": .object([ProblemDetails.mediaType: ["schema": schema]]),
        ]
        switch status {
        case 401, 403: response["headers"] = header(.wwwAuthenticate, "The challenge (RFC 6750 §3, RFC 9470 §3).")
        case 429, 503: response["headers"] = header(.retryAfter, "The time in seconds to wait before a retry.")
        default: break
        }
        return .object(response)
    }

    private func header(_ name: HTTPField.Name, _ text: String) -> JSONValue {
        .object([
            name.rawName: ["description": .string(text), "required": true, "schema": ["type": "string"]]
        ])
    }
}
