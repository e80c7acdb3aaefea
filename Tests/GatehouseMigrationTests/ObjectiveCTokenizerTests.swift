import GatehouseMigration
import Testing

@Suite struct ObjectiveCTokenizerTests {
    private func words(_ source: String) -> [String] {
        SourceLanguage.objectiveC.tokens(of: Array(source.utf8)).filter { $0.kind == .identifier }.map(\.text)
    }

    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a // b \\\n b\nc", ["a", "c"]),
        ("a /* b /* c */ d", ["a", "d"]),
        ("a(@\"b \\\" c\", d)", ["a", "d"]),
        ("a(\"b \\\n c\") d", ["a", "d"]),
        ("a('\"') b", ["a", "b"]),
        ("a(\"b\nc", ["a", "c"]),
        ("1'000 a", ["a"]),
        ("#define A(b) [c d:b] \\\n  e\nf", ["A", "b", "c", "d", "b", "e", "f"]),
        ("#pragma mark - It's a\nb", ["b"]),
        ("#warning a \\\n b\nc", ["c"]),
        ("#if 0\na\n#if 1\nb\n#else\nc\n#endif\nd\n#else\ne\n#endif\nf", ["e", "f"]),
        ("#if (0) // c\na\n#endif\nb", ["b"]),
        ("#ifdef A\na\n#else\nb\n#endif", ["a", "b"]),
        ("  #  import <A/B.h>\na", ["a"]),
        ("a # b", ["a", "b"]),
    ])
    func keepsOnlyCode(source: String, expected: [String]) {
        #expect(words(source) == expected)
    }

    @Test func readsImportedHeaders() {
        let source = "#import <A/B.h> // c\r\n #include \"D.h\"\n#if 0\n#import \"E.h\"\n#endif\n#import F\n"
        let tokens = SourceLanguage.objectiveC.tokens(of: Array(source.utf8))
        #expect(tokens.map { "\($0.text)@\($0.line):\($0.column)" } == ["A/B.h@1:1", "D.h@2:2", "F@6:9"])
        #expect(tokens.map(\.kind) == [.include(isQuoted: false), .include(isQuoted: true), .identifier])
    }

    @Test func readsTruncatedSource() {
        let source = Array("#import \"a.h\"\n#if 0\n#endif\n[b c:@\"d\\\n\" /* e */] 'f' 1'0 // i".utf8)
        for end in source.indices {
            let tokens = SourceLanguage.objectiveC.tokens(of: Array(source[..<end]))
            #expect(tokens.count <= end)
        }
    }
}
