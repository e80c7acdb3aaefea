import Foundation

/// The table in `docs/doors.md` that says what ends where.
enum DoorTable {
    /// One thing that can happen, and what it is said to do to each of the places where a person is signed in.
    struct Row: Sendable, Codable {
        let event: String
        let said: [Place: Fate]
    }

    /// The rows, in order.
    ///
    /// - Throws: When the file is not there or has no such table.
    static func rows() throws -> [Row] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/doors.md")
        let lines = try String(contentsOf: root, encoding: .utf8).split(separator: "\n")
        let table = lines.drop { !$0.hasPrefix("| what happens |") }.prefix { $0.hasPrefix("|") }.map(cells)
        guard let heads = table.first?.dropFirst(), heads.elementsEqual(Place.allCases.map(\.rawValue)) else {
            throw Malformed(what: "The heads are not \(Place.allCases.map(\.rawValue)).")
        }
        return try table.dropFirst(2).map(row)
    }

    private static func row(_ cells: [String]) throws -> Row {
        let fates = cells.dropFirst().compactMap(Fate.init)
        guard let event = cells.first?.firstMatch(of: /`([^`]+)`/)?.1, fates.count == Place.allCases.count else {
            throw Malformed(what: "\(cells)")
        }
        return Row(event: String(event), said: Dictionary(uniqueKeysWithValues: zip(Place.allCases, fates)))
    }

    private static func cells(_ line: Substring) -> [String] {
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    struct Malformed: Error {
        let what: String
    }
}
