import GatehouseMigration

extension MigrationReport {
    /// Writes the report as text: the uses by file, each kind of difference once, and a summary.
    func write(to output: Output) {
        var notes: [String] = []
        for file in uses.grouped(by: \.file) { write(file, notes: &notes, to: output) }
        for app in apps { write(app, to: output) }
        if !notes.isEmpty {
            output.line(output.styled("What behaves differently", .bold))
            for (index, note) in notes.enumerated() {
                let mark = "[\(index + 1)]"
                write(note, indent: notes.count > 9 ? 7 : 6, mark: mark, to: output)
            }
            output.line()
        }
        if !unread.isEmpty {
            output.line(output.styled("Not read", .bold))
            for file in unread { output.line("  \(file.file.printable): \(file.reason)") }
            output.line()
        }
        for line in summary { write(line.printable, indent: 0, mark: "", to: output) }
    }

    private func write(_ uses: [LegacyUse], notes: inout [String], to output: Output) {
        output.line(output.styled(uses.first?.file.printable ?? "", .bold))
        let places = uses.map { "\($0.line):\($0.column)" }
        let width = places.map(\.count).max() ?? 0
        for (use, place) in zip(uses, places) {
            let mark = use.difference.map { difference in
                if !notes.contains(difference) { notes.append(difference) }
                return "  [\((notes.firstIndex(of: difference) ?? 0) + 1)]"
            }
            let margin = String(repeating: " ", count: width - place.count)
            output.line("  \(margin)\(place)  \(use.name)")
            let indent = String(repeating: " ", count: width + 4)
            output.line("\(indent)-> \(output.styled(use.replacement, .green))\(mark ?? "")")
        }
        output.line()
    }

    private func write(_ app: AppPropertyList, to output: Output) {
        output.line(output.styled(app.file.printable, .bold))
        if let key = app.key {
            output.line("  APIKey for  \(key.bundle.printable)")
            output.line("  client      \(key.client.printable)")
            output.line("  server      \(key.server.printable)")
        }
        if !app.schemes.isEmpty { output.line("  schemes     \(app.schemes.joined(separator: ", ").printable)") }
        for remark in app.remarks { write(remark.printable, indent: 4, mark: "!", to: output) }
        output.line()
    }

    /// Writes text wrapped at 80 columns, with a mark in the margin of the first line.
    private func write(_ text: String, indent: Int, mark: String, to output: Output) {
        let margin = String(repeating: " ", count: indent)
        var line = mark.isEmpty ? margin : "  " + mark + String(repeating: " ", count: max(1, indent - 2 - mark.count))
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > 80 {
                output.line(line)
                line = margin
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        output.line(line)
    }

    // MARK: Summary

    private var summary: [String] {
        let calls = uses.filter { $0.kind != .importing }
        let imports = uses.count - calls.count
        let read = files == 1 ? "1 source file" : "\(files) source files"
        var lines: [String] = []
        if files == 0 {
            lines.append("No Swift or Objective-C source files found.")
        } else if calls.isEmpty {
            lines.append("No use of the v2 API in \(read).")
        } else {
            let places = Set(calls.map(\.file)).count
            lines.append("\(calls.count == 1 ? "1 use" : "\(calls.count) uses") of the v2 API in \(places) of \(read).")
        }
        if imports > 0 {
            lines[0] += imports == 1 ? " 1 import of the SDK." : " \(imports) imports of the SDK."
        }
        lines += remarks
        if !skipped.isEmpty {
            let more = skipped.count > 5 ? " and \(skipped.count - 5) more" : ""
            lines.append(
                "Skipped: \(skipped.prefix(5).joined(separator: ", "))\(more). To read a skipped folder, pass its path."
            )
        }
        if !uses.isEmpty {
            lines.append(
                """
                Nothing was changed, and in Swift nothing has to change at once: with the module LoginWithAmazon of \
                this package the v2 calls go on working on top of v3, and each version finds the session that the \
                other stored. Next: replace the framework by the package, build, and move one file at a time; the \
                migration guide of the module shows every call in both forms.
                """
            )
        }
        return lines
    }
}

extension Array {
    /// Returns the elements grouped into runs with the same key.
    fileprivate func grouped<Key: Equatable>(by key: (Element) -> Key) -> [[Element]] {
        reduce(into: []) { groups, element in
            if let last = groups.last?.last, key(last) == key(element) {
                groups[groups.count - 1].append(element)
            } else {
                groups.append([element])
            }
        }
    }
}
