/// The parameters of a request or answer in the order they were sent (RFC 6749, Appendix B).
package struct Parameters: Sendable, Hashable {
    /// One name with one value.
    package struct Element: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var elements: [Element]

    package init(_ elements: [Element] = []) {
        self.elements = elements
    }

    /// Parameters from names and values; those without a value are left out.
    package init(_ pairs: KeyValuePairs<ParameterName, String?>) {
        elements = pairs.compactMap { name, value in value.map { Element(name: name.rawValue, value: $0) } }
    }

    package var isEmpty: Bool { elements.isEmpty }

    /// The first value of that name; an empty one counts as absent (RFC 6749 §3.1).
    package subscript(name: ParameterName) -> String? {
        guard let value = elements.first(where: { $0.name == name.rawValue })?.value, !value.isEmpty else { return nil }
        return value
    }

    /// Every value of that name that is not empty.
    package func all(_ name: ParameterName) -> [String] {
        elements.filter { $0.name == name.rawValue && !$0.value.isEmpty }.map(\.value)
    }

    /// Replaces every value of that name with one, or with none for `nil`.
    package mutating func set(_ name: ParameterName, _ value: String?) {
        elements.removeAll { $0.name == name.rawValue }
        append(name, value)
    }

    /// Adds one value, or nothing for `nil`.
    package mutating func append(_ name: ParameterName, _ value: String?) {
        if let value { elements.append(Element(name: name.rawValue, value: value)) }
    }

    package mutating func append(contentsOf other: Parameters) {
        elements += other.elements
    }

    /// The names that occur more than once.
    package var duplicates: Set<String> {
        var seen: Set<String> = []
        return Set(elements.lazy.map(\.name).filter { !seen.insert($0).inserted })
    }

    /// The one value of that name with at most `limit` bytes, or `nil` when there is none.
    ///
    /// - Throws: `invalid_request` naming the parameter when it is doubled (RFC 6749 §3.1) or too long.
    package func optional(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String? {
        guard elements.count(where: { $0.name == name.rawValue }) <= 1 else {
            throw OAuthError(.invalidRequest, "The parameter \(name) was sent more than once.")
        }
        let value = self[name]
        if let value, value.utf8.count > limit {
            throw OAuthError(.invalidRequest, "The parameter \(name) is longer than \(limit) bytes.")
        }
        return value
    }

    /// The one value of that name with at most `limit` bytes.
    ///
    /// - Throws: `invalid_request` naming the parameter when it is missing, empty, doubled or too long.
    package func required(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String {
        guard let value = try optional(name, limit: limit) else {
            throw OAuthError(.invalidRequest, "The parameter \(name) is missing.")
        }
        return value
    }
}

extension Parameters: CustomStringConvertible {
    /// The names alone: values may be secrets.
    package var description: String { elements.map(\.name).joined(separator: "&") }
}
