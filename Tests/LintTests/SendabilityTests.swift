import Testing

/// All types rely on the compiler's `Sendable` checks.
@Suite struct SendabilityTests {
    /// Returns the lines with an unchecked `Sendable` conformance.
    private func uncheckedLines(in file: SourceFile) -> [Int] {
        file.codeLines.filter { $0.text.contains("@unchecked") }.map(\.number)
    }

    @Test func containsNoUncheckedSendable() {
        let violations = SourceTree.current.sources.flatMap { file in
            uncheckedLines(in: file).map { "\(file.path):\($0) is @unchecked" }
        }
        #expect(violations == [])
    }

    @Test(arguments: [
        ("final class A: @unchecked Sendable {}", [1]),
        ("struct A {}\nextension A:\n    @unchecked @retroactive Sendable\n{}", [3]),
        ("// @unchecked Sendable\nlet text = \"@unchecked Sendable\"", []),
        ("final class A: Sendable {}", []),
    ])
    func findsUncheckedConformancesInCodeOnly(source: String, expected: [Int]) {
        #expect(uncheckedLines(in: SourceFile(path: "Sources/M/A.swift", text: source)) == expected)
    }
}
