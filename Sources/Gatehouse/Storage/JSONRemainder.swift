import Foundation
import GatehouseWire

/// What a document holds that this version does not know: the members that are lost when it is read and written again.
///
/// They go into the next document, so that a later version finds them again after an earlier one has been at work. Objects in an array are
/// told apart by their member `id`; what belonged to one that is gone goes with it.
struct JSONRemainder {
    /// What is not known of one value.
    private indirect enum Rest {
        /// All of it.
        case whole(JSONValue)
        /// Some members of an object that is known: they go with it.
        case members([String: Rest])
        /// Some members of elements that are known.
        case elements([(id: JSONValue, rest: Rest)])
    }

    private let rest: Rest

    /// Compares a document as it is stored with the same as this version writes it; `nil` when this version knows all of it.
    init?(of stored: Data, known: Data) {
        guard stored != known,
            let stored = try? JSONDecoder().decode(JSONValue.self, from: stored),
            let known = try? JSONDecoder().decode(JSONValue.self, from: known),
            let rest = Self.rest(of: stored, known)
        else { return nil }
        self.rest = rest
    }

    /// The document with what was not known.
    func added(to document: Data) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let known = try? JSONDecoder().decode(JSONValue.self, from: document),
            let data = try? encoder.encode(Self.sum(of: known, rest))
        else { return document }
        return data
    }

    private static func rest(of stored: JSONValue, _ known: JSONValue) -> Rest? {
        switch (stored, known) {
        case (.object(let stored), .object(let known)):
            var rest: [String: Rest] = [:]
            for (name, member) in stored where member != .null {
                rest[name] = if let known = known[name] { Self.rest(of: member, known) } else { .whole(member) }
            }
            return rest.isEmpty ? nil : .members(rest)
        case (.array(let stored), .array(let known)):
            let rest = stored.compactMap { element -> (JSONValue, Rest)? in
                guard let id = element["id"], let same = known.first(where: { $0["id"] == id }) else { return nil }
                return Self.rest(of: element, same).map { (id, $0) }
            }
            return rest.isEmpty ? nil : .elements(rest)
        default:
            return nil
        }
    }

    private static func sum(of known: JSONValue, _ rest: Rest) -> JSONValue {
        switch (known, rest) {
        case (.object(var members), .members(let rest)):
            for (name, rest) in rest {
                switch (members[name], rest) {
                case (let member?, _): members[name] = sum(of: member, rest)
                case (nil, .whole(let value)): members[name] = value
                // A part without the rest of its object would be no object of its kind.
                case (nil, _): break
                }
            }
            return .object(members)
        case (.array(let known), .elements(let rest)):
            return .array(
                known.map { element in
                    rest.first { $0.id == element["id"] }.map { sum(of: element, $0.rest) } ?? element
                }
            )
        default:
            return known
        }
    }
}
