/// Rows in aligned columns, with a heading on a terminal.
package struct Table: Sendable {
    private let heading: [String]
    private var rows: [[String]] = []
    /// The widths of the columns that were written so far.
    private var widths: [Int]
    private var isStarted = false

    package init(_ heading: String...) {
        self.heading = heading
        widths = heading.map { _ in 0 }
    }

    /// Adds a row; an empty cell is shown as a dash.
    package mutating func add(_ cells: String?...) {
        rows.append(cells.map { $0.flatMap { $0.isEmpty ? nil : $0 } ?? "-" })
    }

    /// Writes the rows; the heading appears only on a terminal, so that scripts read rows only.
    ///
    /// On a terminal, `empty` is shown if there are no rows.
    package func write(to output: Output, empty: String) {
        guard isStarted || !rows.isEmpty else { return output.progress(empty) }
        var table = self
        table.flush(to: output)
    }

    /// Writes the rows added since the last call, so that a long table needs no memory; columns never become narrower.
    package mutating func flush(to output: Output) {
        guard !rows.isEmpty else { return }
        let hasHeading = output.isTerminal && !isStarted
        let shown = hasHeading ? [heading] + rows : rows
        for column in heading.indices {
            widths[column] = max(widths[column], shown.map { $0[column].count }.max() ?? 0)
        }
        if hasHeading { output.line(output.styled(format(heading, widths), .bold)) }
        for row in rows { output.line(format(row, widths)) }
        isStarted = true
        rows = []
    }

    private func format(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
