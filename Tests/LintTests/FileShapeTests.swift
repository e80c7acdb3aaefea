import Foundation
import Testing

@Suite struct FileShapeTests {
    private let tree = SourceTree.current

    @Test func keepsFilesWithin500Lines() {
        let violations = (tree.sources + tree.tests).filter { $0.lines.count > 501 }.map {
            "\($0.path): \($0.lines.count - 1)"
        }
        #expect(violations == [])
    }

    /// Formatting keeps code within 120 columns; this is about comments.
    @Test func keepsCommentsWithin120Columns() {
        let violations = (tree.sources + tree.tests).flatMap { file in
            zip(1..., file.lines)
                .filter { _, line in line.drop { $0 == " " }.hasPrefix("//") && line.count > 120 }
                .filter { _, line in !line.contains("://") }
                .map { number, _ in "\(file.path):\(number)" }
        }
        #expect(violations == [])
    }

    @Test func containsNoUnfinishedWork() {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
        let violations = (tree.sources + tree.tests).flatMap { file in
            zip(1..., file.lines)
                .filter { _, line in marks.contains { line.split { !$0.isLetter }.contains(Substring($0)) } }
                .map { number, _ in "\(file.path):\(number)" }
                + (file.name == "Placeholder.swift" ? [file.path] : [])
        }
        #expect(violations == [])
    }

    @Test func usesOnlySwiftTesting() {
        #expect(tree.tests.filter { $0.imports.contains("XCTest") }.map(\.path) == [])
    }
}
