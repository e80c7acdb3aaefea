import Testing

/// A test that waits for a condition fails after a limit, instead of blocking the test run forever.
@Suite struct WaitTests {
    @Test func limitsWaits() {
        let files = SourceTree.current.tests.filter { $0.module != "GatehouseTestSupport" }
        let violations = files.flatMap { file in
            unlimitedWaits(in: file).map { "\(file.path):\($0) waits without a limit: use waitUntil" }
        }
        #expect(violations == [])
    }

    @Test(arguments: [
        ("while isBusy { await Task.yield() }", [1]),
        ("while try await items { $0.isNew }.isEmpty {\n    work()\n    await Task.yield()\n}", [1]),
        ("func f() {\n    repeat { await Task.yield() } while isBusy\n}", [2]),
        ("while true {\n    if isDone { return }\n    try await Task.sleep(for: .seconds(1))\n}", [1]),
        ("for _ in 0..<100 where isBusy { await Task.yield() }", []),
        ("while let next = queue.popLast() { process(next) }\nawait Task.yield()", []),
        ("// while isBusy { await Task.yield() }", []),
    ])
    func recognizesUnlimitedWait(source: String, lines: [Int]) {
        #expect(unlimitedWaits(in: SourceFile(path: "Tests/M/F.swift", text: source)) == lines)
    }

    /// Returns the lines of the `while` and `repeat` loops that yield or sleep until a condition holds.
    private func unlimitedWaits(in file: SourceFile) -> [Int] {
        let lines = file.codeLines
        guard file.code.contains("Task.yield()") || file.code.contains("Task.sleep(") else { return [] }
        return lines.indices.compactMap { index in
            let words = lines[index].text.split { !$0.isLetter }
            guard words.contains("while") || words.contains("repeat") else { return nil }
            let body = loop(in: lines[index...].map(\.text))
            return body.contains("Task.yield()") || body.contains("Task.sleep(") ? lines[index].number : nil
        }
    }

    /// Returns the text from a loop's first line to the line that closes its last brace.
    private func loop(in lines: [Substring]) -> String {
        var depth = 0
        var text = ""
        for line in lines {
            text += line + "\n"
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            if depth <= 0 { break }
        }
        return text
    }
}
