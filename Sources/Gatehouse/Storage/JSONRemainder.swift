import Foundation
import GatehouseWire

/// What a document holds that this version does not know: the members that are lost when it is read and written again.
///
/// They go into the next document, so that a later version finds them again after an earlier one has been at work. Objects in an array are
/// told apart by their member `id`; what belonged to one that is gone goes with it.
struct JSONRemainder {
    private let value: JSONValue

    /// Compares a document as it is stored with the same as this version writes it; `nil` when this version knows all of it.
    init?(of stored: Data, known: Data) {
        guard stored != known,
            let stored = try? JSONDecoder().decode(JSONValue.self, from: stored),
            let known = try? JSONDecoder().decode(JSONValue.self, from: known),
            let value = Self.rest(of: stored, known)
        else { return nil }
        self.value = value
    }

    /// The document with what was not known.
    func added(to document: Data) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let known = try? JSONDecoder().decode(JSONValue.self, from: document),
            let data = try? encoder.encode(Self.sum(of: known, value))
        else { return document }
        return data
    }

    private static func rest(of stored: JSONValue, _ known: JSONValue) -> JSONValue? {
        switch (stored, known) {
        case (.object(let stored), .object(let known)):
            var rest: [String: JSONValue] = [:]
            for (name, member) in stored where member != .null {
                rest[name] = known[name].map { Self.rest(of: member, $0) } ?? member
            }
            return rest.isEmpty ? nil : .object(rest)
        case (.array(let stored), .array(let known)):
            let rest = stored.compactMap { element -> JSONValue? in
                guard let id = element["id"], let same = known.first(where: { $0["id"] == id }),
                    case .object(var members) = Self.rest(of: element, same)
                else { return nil }
                members["id"] = id
                return .object(members)
            }
            return rest.isEmpty ? nil : .array(rest)
        default:
            return nil
        }
    }

    private static func sum(of known: JSONValue, _ rest: JSONValue) -> JSONValue {
        switch (known, rest) {
        case (.object(let known), .object(let rest)):
            return .object(known.merging(rest) { sum(of: $0, $1) })
        case (.array(let known), .array(let rest)):
            return .array(
                known.map { element in
                    rest.first { $0["id"] == element["id"] }.map { sum(of: element, $0) } ?? element
                }
            )
        default:
            return known
        }
    }
}
