import Foundation

/// The table in `docs/sign-out.md`: the sessions that each event ends.
enum SignOutMatrix {
    /// An event and the documented outcome for each location of a session.
    struct Row: Sendable, Codable {
        let event: String
        let expected: [SignInLocation: SessionOutcome]
    }

    /// Returns the rows in the order of the table.
    ///
    /// - Throws: If the file cannot be read or does not contain the table.
    static func rows() throws -> [Row] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/sign-out.md")
        let lines = try String(contentsOf: root, encoding: .utf8).split(separator: "\n")
        let table = lines.drop { !$0.hasPrefix("| event |") }.prefix { $0.hasPrefix("|") }.map(cells)
        guard let columns = table.first?.dropFirst(), columns.elementsEqual(SignInLocation.allCases.map(\.rawValue))
        else {
            throw MalformedTable(detail: "The columns are not \(SignInLocation.allCases.map(\.rawValue)).")
        }
        return try table.dropFirst(2).map(row)
    }

    private static func row(_ cells: [String]) throws -> Row {
        let outcomes = cells.dropFirst().compactMap(SessionOutcome.init)
        guard let event = cells.first?.firstMatch(of: /`([^`]+)`/)?.1, outcomes.count == SignInLocation.allCases.count
        else {
            throw MalformedTable(detail: "\(cells)")
        }
        return Row(
            event: String(event),
            expected: Dictionary(uniqueKeysWithValues: zip(SignInLocation.allCases, outcomes))
        )
    }

    private static func cells(_ line: Substring) -> [String] {
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    struct MalformedTable: Error {
        let detail: String
    }
}
