import GatehouseMigration
import Testing

@Suite struct SwiftTokenizerTests {
    private func words(_ source: String) -> [String] {
        SourceLanguage.swift.tokens(of: Array(source.utf8)).filter { $0.kind == .identifier }.map(\.text)
    }

    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a /* b /* c */ d */ e", ["a", "e"]),
        ("a /* b", ["a"]),
        ("#!/usr/bin/env swift\na", ["a"]),
        (#"a("b // c", d)"#, ["a", "d"]),
        (#"a("b\"c") d"#, ["a", "d"]),
        (#"a("b\(c(")", d)) e") f"#, ["a", "c", "d", "f"]),
        (##"a(#"b" \(c) \#(d)"#) e"##, ["a", "d", "e"]),
        ("a(#\"\"\"#) b", ["a", "b"]),
        ("a(\"\"\"\n  b \"c\" \"\" \\(d)\n  \"\"\") e", ["a", "d", "e"]),
        ("a(#\"\"\"\n  b \\(c) \\#(d)\n  \"\"\"#) e", ["a", "d", "e"]),
        ("a(\"b\nc", ["a", "c"]),
        ("a = /\"b/ \nc", ["a", "c"]),
        ("a / b / c", ["a", "b", "c"]),
        ("(a) / b\nc / d", ["a", "b", "c", "d"]),
        ("`class`.b", ["class", "b"]),
        ("naïve.日本 1.5e3.description", ["naïve", "日本", "description"]),
    ])
    func keepsOnlyCode(source: String, expected: [String]) {
        #expect(words(source) == expected)
    }

    @Test func countsPositionsLikeCompilers() {
        let tokens = SourceLanguage.swift.tokens(of: [0xEF, 0xBB, 0xBF] + Array("a\r\n  é b\rc".utf8))
        #expect(tokens.map { "\($0.text)@\($0.line):\($0.column)" } == ["a@1:1", "é@2:3", "b@2:6", "c@3:1"])
    }

    @Test func handlesDeepNesting() {
        let depth = 100_000
        let source = String(repeating: "\"\\(", count: depth) + "a" + String(repeating: ")\"", count: depth)
        #expect(words(source) == ["a"])
    }

    @Test func readsTruncatedSource() {
        let source = Array("f(\"\\(a /* b */)\", #\"c\"#, `d`, \"\"\"\n e\\(f)\n\"\"\") /* g".utf8)
        for end in source.indices {
            let tokens = SourceLanguage.swift.tokens(of: Array(source[..<end]))
            #expect(tokens.count <= end)
        }
    }
}
