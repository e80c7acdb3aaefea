import Foundation
package import GatehouseHTTP
import GatehouseServer
import GatehouseWire
package import HTTPTypes
import Testing

/// The schemas of the server's own JSON APIs: those of its OpenAPI document.
package enum APISchemas {
    /// The operation that a request calls.
    package struct Operation {
        let value: JSONValue
        package let name: String
    }

    /// The document; `nil` if a type has no schema, which fails the tests of the document.
    private static let document = (try? OpenAPIDocument(issuer: "https://login.example.com"))?.value

    /// The prefixes of the paths that the document describes.
    private static let roots = [AccountAPI.root + "/", "/health/"]

    /// Returns the path below the issuer; `nil` for a request to another API.
    private static func path(of request: HTTPRequest) -> Substring? {
        let target = request.path ?? ""
        // Comparing the characters of the longest targets takes long, and no path of the document is as long.
        guard target.utf8.count <= 2_048 else { return nil }
        let path = target.prefix { $0 != "?" }
        for root in roots {
            guard let start = path.firstRange(of: root)?.lowerBound else { continue }
            // The server ignores a trailing slash.
            return path[start...].hasSuffix("/") ? path[start...].dropLast() : path[start...]
        }
        return nil
    }

    /// Returns the operation of a request; `nil` if the document has none.
    package static func operation(of request: HTTPRequest) -> Operation? {
        guard let path = path(of: request) else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let method = request.method == .head ? .get : request.method
        for (template, item) in document?["paths"]?.object ?? [:] {
            let segments = template.split(separator: "/", omittingEmptySubsequences: false)
            guard segments.count == parts.count,
                zip(segments, parts).allSatisfy({ $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 })
            else { continue }
            guard let value = item[method.rawValue.lowercased()] else { return nil }
            return Operation(value: value, name: value["operationId"]?.string ?? "")
        }
        return nil
    }

    /// Checks a response against the document, and records an issue for each violation.
    @Sendable package static func check(_ request: HTTPRequest, _ answer: ServerResponse) {
        guard path(of: request) != nil, request.method != .options else { return }
        let place = "\(request.method) \(request.path ?? "") \(answer.status.code)"
        guard let operation = operation(of: request) else {
            // A path or a method that the document does not have.
            #expect([400, 404, 405, 413, 429].contains(answer.status.code), "\(place) is not documented")
            return
        }
        let violations = violations(of: answer, to: operation, withoutBody: request.method == .head)
        #expect(violations == [], "\(place) \(String(decoding: answer.body, as: UTF8.self))")
    }

    /// Returns the violations of a response to an operation.
    package static func violations(
        of answer: ServerResponse,
        to operation: Operation,
        withoutBody: Bool = false
    ) -> [String] {
        let status = "\(answer.status.code)"
        guard let document, let response = resolve(operation.value["responses"]?[status]) else {
            return ["\(operation.name) has no response \(status)"]
        }
        let missing = (response["headers"]?.object ?? [:]).filter { $1["required"] == true }.keys
            .filter { name in HTTPField.Name(name).flatMap { answer.fields[$0] } == nil }
            .sorted().map { "the answer has no field \($0)" }
        guard !withoutBody else { return missing }
        guard let content = response["content"]?.object else {
            return missing + (answer.body.isEmpty ? [] : ["the answer has a body"])
        }
        let type = answer.fields[.contentType] ?? ""
        guard let schema = content[type]?["schema"] else { return missing + ["the answer is \(type)"] }
        guard let body = try? JSONCoding.decode(JSONValue.self, from: answer.body) else {
            return missing + ["the answer is not JSON"]
        }
        return missing + JSONSchema(schema, in: document, isStrict: true).violations(of: body)
    }

    private static func resolve(_ response: JSONValue?) -> JSONValue? {
        guard let reference = response?["$ref"]?.string else { return response }
        return document?["components"]?["responses"]?[reference.split(separator: "/").last.map(String.init) ?? ""]
    }
}
