package import Foundation

/// The members of a body, which is one JSON object.
package struct KiiMembers: Sendable, Hashable {
    package var values: [String: JSONValue]

    package init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    /// How deep objects and lists may stand within each other: custom fields may hold anything.
    private static let depth = 32

    /// Reads the body of a request; an empty one has no members.
    ///
    /// - Throws: `INVALID_JSON` when it is not one JSON object.
    package init(request body: Data) throws(KiiError) {
        guard !body.isEmpty else {
            values = [:]
            return
        }
        do { values = try WireJSON.decode([String: JSONValue].self, from: body, depth: Self.depth) } catch {
            throw KiiError(.invalidJSON, "The body is not one JSON object: \(error.message)")
        }
    }

    /// Reads the body of an answer.
    ///
    /// - Throws: `WireError` when it is not one JSON object.
    package init(answer body: Data) throws(WireError) {
        values = try WireJSON.decode([String: JSONValue].self, from: body, depth: Self.depth)
    }

    package var body: Data { WireJSON.encode(values) }

    package subscript(name: KiiMemberName) -> JSONValue? {
        get { values[name.rawValue] }
        set { values[name.rawValue] = newValue }
    }

    /// The most bytes of a text or password, checked before either is processed.
    private static let longestText = 16 * 1024

    /// The text of that name; `null` counts as absent.
    ///
    /// - Throws: `INVALID_INPUT_DATA` when it is something else, too long, or holds what no text of people does.
    func text(_ name: KiiMemberName) throws(KiiError) -> String? {
        switch self[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.utf8.count > Self.longestText:
            throw KiiError.invalid(name, "is longer than \(Self.longestText) bytes")
        case .string(let text)? where !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }): return text
        case _?: throw KiiError.invalid(name, "has to be a line of text")
        }
    }

    /// The text of that name.
    ///
    /// - Throws: `INVALID_INPUT_DATA` when it is missing, empty or something else.
    func requiredText(_ name: KiiMemberName) throws(KiiError) -> String {
        guard let text = try text(name), !text.isEmpty else { throw KiiError.invalid(name, "is missing") }
        return text
    }

    /// A password: whatever was typed, so that nothing in it is refused here.
    func secret(_ name: KiiMemberName) throws(KiiError) -> Secret? {
        switch self[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.utf8.count > Self.longestText:
            throw KiiError.invalid(name, "is longer than \(Self.longestText) bytes")
        case .string(let text)?: return Secret(text)
        case _?: throw KiiError.invalid(name, "has to be a text")
        }
    }

    func truth(_ name: KiiMemberName) throws(KiiError) -> Bool? {
        switch self[name] {
        case nil, .null?: return nil
        case .bool(let truth)?: return truth
        case _?: throw KiiError.invalid(name, "has to be true or false")
        }
    }

    mutating func set(_ name: KiiMemberName, _ text: String?) {
        self[name] = text.map(JSONValue.string)
    }

    mutating func set(_ name: KiiMemberName, _ secret: Secret?) {
        set(name, secret?.reveal())
    }

    mutating func set(_ name: KiiMemberName, _ truth: Bool?) {
        self[name] = truth.map(JSONValue.bool)
    }

    mutating func set(_ name: KiiMemberName, _ time: KiiTime?) {
        self[name] = time.map { .integer($0.milliseconds) }
    }
}
