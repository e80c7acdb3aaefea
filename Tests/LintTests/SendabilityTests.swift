import Testing

/// What crosses threads is checked by the compiler, and by nobody's word.
@Suite struct SendabilityTests {
    /// The lines on which a type is called `Sendable` without a check.
    private func promises(in file: SourceFile) -> [Int] {
        file.codeLines.filter { $0.text.contains("@unchecked") }.map(\.number)
    }

    @Test func noTypeIsSendableUnchecked() {
        let violations = SourceTree.current.sources.flatMap { file in
            promises(in: file).map { "\(file.path):\($0) is @unchecked" }
        }
        #expect(violations == [])
    }

    @Test(arguments: [
        ("final class A: @unchecked Sendable {}", [1]),
        ("struct A {}\nextension A:\n    @unchecked @retroactive Sendable\n{}", [3]),
        ("// @unchecked Sendable\nlet text = \"@unchecked Sendable\"", []),
        ("final class A: Sendable {}", []),
    ])
    func promisesAreFoundInCodeAlone(source: String, expected: [Int]) {
        #expect(promises(in: SourceFile(path: "Sources/M/A.swift", text: source)) == expected)
    }
}
