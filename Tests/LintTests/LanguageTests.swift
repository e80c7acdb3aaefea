import Testing

@Suite struct LanguageTests {
    private let tree = SourceTree.current

    // MARK: Summaries

    @Test func beginsSummariesWithNounOrVerb() {
        let violations = tree.all.flatMap { file in
            Summary.all(in: file).compactMap { summary in
                summary.problem.map { "\(file.path):\(summary.line) \($0): \(summary.text)" }
            }
        }
        #expect(violations == [])
    }

    @Test(arguments: [
        ("/// What a client knows.\nstruct A {}", true),
        ("/// So many tries in so much time.\nlet limit = 3", true),
        ("/// Whoever holds the token.\nvar owner: String", true),
        ("/// Whether the token is valid.\nfunc isValid() -> Bool { true }", true),
        ("/// Whether the token is valid.\n@discardableResult\npublic static func isValid() -> Bool { true }", true),
        ("/// The current user.\n@available(iOS, message: \"func\")\nclass func user() {}", true),
        ("/// Whether the token is valid.\nvar isValid: Bool { true }", false),
        ("/// The tests of a function.\n@Suite(.tags(.a))\nstruct Tests { func a() {} }", false),
        ("/// Returns whether the token is valid.\n///\n/// What follows is a discussion.\nfunc isValid()", false),
        ("/// A token is used once.\n@Test func rejectsReplay() {}", false),
        ("let a = 1 // What is this?\nfunc f() {}", false),
    ])
    func recognizesSummaryWithoutNounOrVerb(source: String, isViolation: Bool) {
        let file = SourceFile(path: "Sources/M/F.swift", text: source)
        #expect(Summary.all(in: file).contains { $0.problem != nil } == isViolation)
    }

    // MARK: Subjects

    @Test func namesSubjectsInComments() {
        let violations = tree.all.flatMap { file in
            vagueSubjects(of: file).map { "\(file.path):\($0.line) \($0.text)" }
        }
        #expect(violations == [])
    }

    @Test(arguments: [
        ("// Nobody waits here.\nlet a = 1", [1]),
        ("let a = 1\nlet b = 2 // for whoever asks", [2]),
        ("/* somebody */ let a = \"nobody\" // The user nobody's name.", [1, 1]),
        ("// `nobody` is a user of the system.\nlet body = \"// somebody\"", []),
    ])
    func recognizesVagueSubject(source: String, lines: [Int]) {
        #expect(vagueSubjects(of: SourceFile(path: "Sources/M/F.swift", text: source)).map(\.line) == lines)
    }

    private func vagueSubjects(of file: SourceFile) -> [(line: Int, text: String)] {
        let words: Set<Substring> = ["nobody", "somebody", "anybody", "everybody", "whoever"]
        return file.comments.filter { comment in
            comment.text.lowercased().split { !$0.isLetter && $0 != "`" }.contains(where: words.contains)
        }
    }

    // MARK: Glossary

    @Test func usesOnlyCurrentTermsInIdentifiers() {
        let violations = tree.all.flatMap { file in
            RetiredTerms.identifiers(in: file).map { "\(file.path) declares or uses \($0)" }
        }
        #expect(violations == [])
    }

    @Test(arguments: [
        ("let door = 1", ["door"]), ("enum AmazonDialect {}", ["AmazonDialect"]),
        ("func f(wishes: Int)", ["wishes"]), ("let flightRecorder = 1", ["flightRecorder"]),
        ("func nobodyWaits() {}", ["nobodyWaits"]), ("let HTTPDoor = 1", ["HTTPDoor"]),
        ("let requestsInFlight = 1", []), ("let wishlist = indoor // door", []), ("let a = \"door\"", []),
        ("let evidence = 1", []), ("enum SQLDialect {}", []),
    ])
    func recognizesRetiredTerm(source: String, expected: [String]) {
        #expect(RetiredTerms.identifiers(in: SourceFile(path: "Sources/M/F.swift", text: source)) == expected)
    }
}
