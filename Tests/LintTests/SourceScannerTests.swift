import Testing

@Suite struct SourceScannerTests {
    @Test func removesComments() {
        let text = "let a = 1 // Date()\n/* Date() /* b */ */ let c\n"
        let file = SourceFile(path: "Sources/M/F.swift", text: text)
        #expect(file.code.split(whereSeparator: \.isWhitespace) == ["let", "a", "=", "1", "let", "c"])
        #expect(file.code.count == text.count)
    }

    @Test func readsComments() {
        let file = SourceFile(path: "Sources/M/F.swift", text: "let a = 1 // b\n/* c\nd */ let e = \"// f\"\n/// g\n")
        #expect(file.comments.map(\.text) == ["// b", "/* c\nd */", "/// g"])
        #expect(file.comments.map(\.line) == [1, 2, 4])
    }

    @Test func readsAndBlanksLiterals() {
        let file = SourceFile(path: "Sources/M/F.swift", text: #"f("grant_type", "a\"b", "x\(y("z"))") // "no""#)
        #expect(file.literals.map(\.value) == ["grant_type", #"a\"b"#, "z"])
        #expect(!file.code.contains("grant_type"))
        #expect(file.code.hasPrefix("f(\""))
    }

    @Test func keepsLineNumbersAfterMultilineLiterals() {
        let quotes = "\"\"\""
        let file = SourceFile(
            path: "Sources/M/F.swift",
            text: "let a = \(quotes)\n  // b \"c\"\n  \(quotes)\nDate()\n\"d\""
        )
        #expect(file.codeLines.first { $0.text.contains("Date()") }?.number == 4)
        #expect(file.literals.map(\.line) == [5])
    }

    @Test func findsImportsWithAnyModifiers() {
        let text =
            "import A\npublic import B\n@preconcurrency package import C\nimport struct D.E\n// import F\nlet x = 1\n"
        #expect(SourceFile(path: "Sources/M/F.swift", text: text).imports == ["A", "B", "C", "D"])
    }

    @Test func blanksRegularExpressions() {
        let text = "let a = b.matches(of: /<a href=\"([^\"]*)\">\\//) // \"\nlet c = d / e\nlet f = \"g\"\n"
        let file = SourceFile(path: "Sources/M/F.swift", text: text)
        #expect(file.literals.map(\.value) == ["g"])
        #expect(file.code.contains("d / e"))
        #expect(file.code.count == text.count)
    }

    @Test func findsEndOfRawLiterals() {
        let file = SourceFile(path: "Sources/M/F.swift", text: "let a = #\"x\"y\"# + UUID()")
        #expect(file.literals.map(\.value) == ["x\"y"])
        #expect(file.code.contains("UUID()"))
    }
}
