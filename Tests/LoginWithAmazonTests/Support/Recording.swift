import Foundation
import GatehouseWire
import HTTPTypes
import Testing

/// A request and its response in Amazon's format, from `Tests/Fixtures/AmazonService`.
///
/// `{placeholder}` in the request matches any text, which the replay validates. In the response it stands for that
/// text.
struct Recording: Sendable {
    let method: String
    let host: String
    let path: String
    let parameters: [String: String]
    let authorization: String?
    let status: Int
    let responseFields: [(name: String, value: String)]
    let responseBody: String

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/AmazonService")
        let text = try String(contentsOf: folder.appending(path: name + ".http"), encoding: .utf8)
        let parts = text.split(separator: "\n\nHTTP/1.1 ", maxSplits: 1).map(String.init)
        try #require(parts.count == 2)
        let request = Self.message(parts[0].split(separator: "\n\n", maxSplits: 1).dropFirst().joined())
        let line = request.head[0].split(separator: " ").map(String.init)
        method = line[0]
        let target = line[1].split(separator: "?", maxSplits: 1).map(String.init)
        path = target[0]
        let fields = Self.fields(request.head)
        host = fields.first { $0.name == "Host" }?.value ?? ""
        authorization = fields.first { $0.name == "Authorization" }?.value
        let form = target.count > 1 ? target[1] : request.body.replacing("\n", with: "")
        parameters = Dictionary(
            uniqueKeysWithValues: form.split(separator: "&").map { pair in
                let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return (halves[0], halves[1].removingPercentEncoding ?? "")
            }
        )
        let response = Self.message(parts[1])
        status = try #require(Int(response.head[0].prefix(3)))
        responseFields = Self.fields(response.head)
        responseBody = response.body
    }

    /// Returns the values of the placeholders if the request matches the recorded one, otherwise `nil`.
    func matches(
        _ method: String,
        host: String,
        path: String,
        _ parameters: Parameters,
        authorization: String? = nil
    ) -> [String: String]? {
        guard method == self.method, host == self.host, path == self.path,
            Set(parameters.elements.map(\.name)) == Set(self.parameters.keys), parameters.duplicates.isEmpty
        else { return nil }
        var placeholders: [String: String] = [:]
        for element in parameters.elements {
            guard Self.matches(element.value, self.parameters[element.name] ?? "", recording: &placeholders) else {
                return nil
            }
        }
        guard let pattern = self.authorization else { return placeholders }
        return authorization?.hasPrefix(pattern.prefix { $0 != "{" }) == true ? placeholders : nil
    }

    static func fill(_ text: String, _ placeholders: [String: String]) -> String {
        placeholders.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    private static func matches(
        _ value: String,
        _ pattern: String,
        recording placeholders: inout [String: String]
    ) -> Bool {
        guard pattern.hasPrefix("{"), pattern.hasSuffix("}") else { return value == pattern }
        placeholders[String(pattern.dropFirst().dropLast())] = value
        return !value.isEmpty
    }

    private static func message(_ text: String) -> (head: [String], body: String) {
        let halves = text.split(separator: "\n\n", maxSplits: 1).map(String.init)
        var head: [String] = []
        for line in halves[0].split(separator: "\n") {
            if line.hasPrefix(" ") {
                head[head.count - 1] += line.trimmingCharacters(in: .whitespaces)
            } else {
                head.append(String(line))
            }
        }
        return (head, halves.count > 1 ? halves[1] : "")
    }

    private static func fields(_ head: [String]) -> [(name: String, value: String)] {
        head.dropFirst().map { line in
            let halves = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (halves[0], halves[1].trimmingCharacters(in: .whitespaces))
        }
    }
}
