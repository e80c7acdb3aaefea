import Testing

@Suite struct ProseTests {
    private let prose = SourceTree.current.prose

    @Test func keepsProseWithin120Columns() {
        let violations = prose.flatMap { file in file.longLines.map { "\(file.path):\($0)" } }
        #expect(violations == [])
    }

    @Test func readsMarkdownAndPython() {
        let expected: Set = [
            "README.md", "docs/clients.md", "Sources/Gatehouse/Gatehouse.docc/Errors.md", "Scripts/search-trace.py",
        ]
        #expect(expected.subtracting(prose.map(\.path)) == [])
        #expect(prose.filter { $0.path.hasPrefix(".") }.map(\.path) == [])
    }

    @Test func findsLongLinesOfMarkdown() {
        let long = String(repeating: "word ", count: 30)
        let text = """
            # \(long)
            \(long)
            | \(long) |
            ```
            \(long)
            ```
            See [there](https://example.com) \(long)
            - \(long)
            short
            """
        #expect(ProseFile(path: "docs/a.md", text: text).longLines == [2, 8])
    }

    @Test func findsLongCommentsOfPython() {
        let long = String(repeating: "word ", count: 30)
        let text = "x = \"\(long)\"\n# \(long)\n    # \(long)\n# https://example.com \(long)\n"
        #expect(ProseFile(path: "Scripts/a.py", text: text).longLines == [2, 3])
    }
}
