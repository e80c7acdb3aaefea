/// Rows in aligned columns, with a heading on a terminal.
package struct Table: Sendable {
    private let heading: [String]
    private var rows: [[String]] = []

    package init(_ heading: String...) {
        self.heading = heading
    }

    /// Adds a row; an empty cell is shown as a dash.
    package mutating func add(_ cells: String?...) {
        rows.append(cells.map { $0.flatMap { $0.isEmpty ? nil : $0 } ?? "-" })
    }

    /// Writes the rows; the heading appears only on a terminal, so that scripts read rows only.
    ///
    /// On a terminal, `empty` is shown if there are no rows.
    package func write(to output: Output, empty: String) {
        guard !rows.isEmpty else { return output.progress(empty) }
        let shown = output.isTerminal ? [heading] + rows : rows
        let widths = heading.indices.map { column in shown.map { $0[column].count }.max() ?? 0 }
        if output.isTerminal { output.line(output.styled(format(heading, widths), .bold)) }
        for row in rows { output.line(format(row, widths)) }
    }

    private func format(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
