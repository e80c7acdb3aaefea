/// A statement, or a part of one, with interpolated parameters.
///
///     "SELECT count FROM counters WHERE key = \(key)"
///
/// Values never become part of the text, which contains `$1` instead.
struct SQL: Sendable, ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces = [""]
        fileprivate var parameters = StatementParameters()

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

        /// Appends a part with parameters of its own.
        mutating func appendInterpolation(_ sql: SQL) {
            appendLiteral(sql.pieces[0])
            pieces += sql.pieces.dropFirst()
            parameters.append(contentsOf: sql.parameters)
        }

        /// Appends an identifier of this program, such as a table name.
        mutating func appendInterpolation(name: String) {
            appendLiteral(name)
        }
    }

    /// The text before, between and after the parameters.
    private let pieces: [String]
    let parameters: StatementParameters

    init(stringLiteral value: String) {
        pieces = [value]
        parameters = StatementParameters()
    }

    init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
        parameters = stringInterpolation.parameters
    }

    /// The statement with numbered placeholders.
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
    /// Returns values separated by commas.
    static func list(_ values: some Collection<any Storable>) -> SQL {
        joined(values.map { "\($0)" }, by: ", ")
    }

    /// Returns assignments of values to columns.
    static func assignments(_ values: KeyValuePairs<String, any Storable>) -> SQL {
        joined(values.map { "\(name: $0.key) = \($0.value)" }, by: ", ")
    }

    /// Returns parts joined by a separator.
    static func joined(_ parts: [SQL], by separator: String) -> SQL {
        var whole = StringInterpolation(literalCapacity: 0, interpolationCount: parts.count)
        for (index, part) in parts.enumerated() {
            if index > 0 { whole.appendLiteral(separator) }
            whole.appendInterpolation(part)
        }
        return SQL(stringInterpolation: whole)
    }
}
