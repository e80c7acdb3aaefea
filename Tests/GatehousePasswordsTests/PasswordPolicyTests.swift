import Testing

@testable import GatehousePasswords

@Suite struct PasswordPolicyTests {
    private let policy = PasswordPolicy()

    private func evaluate(_ text: String, personal: [String] = []) -> PasswordAssessment {
        policy.evaluate(Password(text), personal: personal)
    }

    @Test func countsCodePointsOfNormalizedText() {
        #expect(evaluate("gqmzrwt") == .tooShort(minimum: 8))
        #expect(evaluate("gqmzrwtb") == .acceptable)
        // Eight code points as typed, seven once `u` and its diaeresis are composed.
        #expect(evaluate("gqmzrwu\u{308}") == .tooShort(minimum: 8))
        // A family emoji of five code points counts as five characters.
        #expect(evaluate("👨‍👩‍👧x") == .tooShort(minimum: 8))
        #expect(evaluate("👨‍👩‍👧qmz") == .acceptable)
    }

    @Test func acceptsUpTo256Emoji() {
        let faces = ["😀", "🦊", "🍕", "🚲", "🎻", "🌋", "🧊"]
        let long = (0..<256).map { faces[($0 * $0 + $0 / 7) % 7] }.joined()
        #expect(evaluate(long) == .acceptable)
        #expect(evaluate(long + "😀") == .tooLong(maximum: 256))
    }

    @Test(
        arguments: [
            ("password", .common), ("iloveyou", .common), ("P@ssw0rd!", .common), ("Welcome1!", .common),
            ("football", .common), ("12345678", .common), ("qwertyuiop", .common), ("sunshine1", .common),
            ("gggggggggggggg", .pattern), ("abcabcabc", .pattern), ("abcdefghijk", .pattern), ("19871123", .pattern),
            ("ああああああああああ", .pattern), ("😀😀😀😀😀😀😀😀😀😀", .pattern), ("          ", .pattern),
            ("\0\0\0\0\0\0\0\0", .guessable),
        ] as [(String, PasswordAssessment.Weakness)]
    )
    func rejectsWeakPasswordWithReason(text: String, weakness: PasswordAssessment.Weakness) {
        #expect(evaluate(text) == .tooWeak(weakness))
    }

    @Test(arguments: [
        "alice@example.com", "ALICE@EXAMPLE.COM", "alice@example.com1", "aliceexample", "Liddell99", "l1ddell!",
        "MÜLLER1234", "mu\u{308}ller12", "bookshop1", "moc.elpmaxe@ecila",
    ])
    func rejectsPasswordFromPersonalData(text: String) {
        let personal = ["alice@example.com", "Alice", "Müller-Liddell", "Book Shop", "bookshop"]
        #expect(evaluate(text, personal: personal) == .tooWeak(.personal))
    }

    @Test(arguments: [
        "correct horse battery staple", "vK3$x9Qw", "aquamarine-otter-42", "Grünkohl mit Pinkel", "猫は窓辺で本を読む",
    ])
    func acceptsStrongPasswordWithoutCompositionRules(text: String) {
        #expect(evaluate(text, personal: ["alice@example.com", "Alice Liddell"]) == .acceptable)
    }

    @Test func toleratesUnusualPersonalData() {
        let odd = ["", " ", "@", "\0", "a", String(repeating: "long ", count: 1000)] + (0..<200).map { "word\($0)" }
        #expect(evaluate("vK3$x9Qwzz", personal: odd) == .acceptable)
    }

    @Test func estimatesConsistentlyOnManyThreads() async {
        let alone = StrengthEstimate(of: Password("Tr0ub4dour&3"), personal: ["alice@example.com"]).bits
        let bits = await withTaskGroup(of: Double.self) { group in
            for _ in 0..<200 {
                group.addTask { StrengthEstimate(of: Password("Tr0ub4dour&3"), personal: ["alice@example.com"]).bits }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bits == [alone])
    }
}
