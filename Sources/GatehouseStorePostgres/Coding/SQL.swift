/// A statement, or a part of one, in which values stand where they are written.
///
///     "SELECT count FROM counters WHERE key = \(key)"
///
/// A value never becomes text of the statement: `$1` takes its place.
struct SQL: Sendable, ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces = [""]
        fileprivate var parameters = Parameters()

        init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount + 1)
        }

        mutating func appendLiteral(_ literal: String) {
            pieces[pieces.count - 1] += literal
        }

        mutating func appendInterpolation(_ value: any Storable) {
            parameters.append(value)
            pieces.append("")
        }

        /// A part that has values of its own.
        mutating func appendInterpolation(_ sql: SQL) {
            appendLiteral(sql.pieces[0])
            pieces += sql.pieces.dropFirst()
            parameters.append(contentsOf: sql.parameters)
        }

        /// A name from this program, such as a table's.
        mutating func appendInterpolation(name: String) {
            appendLiteral(name)
        }
    }

    /// What stands before, between and after the values.
    private let pieces: [String]
    let parameters: Parameters

    init(stringLiteral value: String) {
        pieces = [value]
        parameters = Parameters()
    }

    init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
        parameters = stringInterpolation.parameters
    }

    /// The statement with a `$1` for each value.
    var text: String {
        var text = pieces[0]
        for (index, piece) in pieces.enumerated().dropFirst() {
            text += "$"
            text += String(index)
            text += piece
        }
        return text
    }
}

extension SQL {
    /// Values with commas between them.
    static func list(_ values: some Collection<any Storable>) -> SQL {
        joined(values.map { "\($0)" }, by: ", ")
    }

    /// Columns that get these values.
    static func assignments(_ values: KeyValuePairs<String, any Storable>) -> SQL {
        joined(values.map { "\(name: $0.key) = \($0.value)" }, by: ", ")
    }

    /// Parts with a text between them.
    static func joined(_ parts: [SQL], by separator: String) -> SQL {
        var whole = StringInterpolation(literalCapacity: 0, interpolationCount: parts.count)
        for (index, part) in parts.enumerated() {
            if index > 0 { whole.appendLiteral(separator) }
            whole.appendInterpolation(part)
        }
        return SQL(stringInterpolation: whole)
    }
}
