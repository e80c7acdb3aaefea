/// Rows in columns that line up, with a heading where a person reads them.
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

    /// Writes the rows; the heading only to a terminal, so that what a script reads is rows alone.
    ///
    /// `empty` is what a person is told where there are none.
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
