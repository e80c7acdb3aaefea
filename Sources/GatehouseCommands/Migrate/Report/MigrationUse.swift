/// A use of the v2 API as the report shows it.
package struct MigrationUse: Sendable, Equatable, Encodable {
    package let file: String
    package let line: Int
    /// The column, starting at 1, in UTF-8 bytes.
    package let column: Int
    package let kind: LegacySymbol.Kind
    package let symbol: String
    package let replacement: String
    package let difference: String?

    init(_ use: LegacyUse, in file: String) {
        self.file = file
        line = use.line
        column = use.column
        kind = use.symbol.kind
        symbol = use.name
        replacement = use.replacement
        difference = use.difference
    }
}
