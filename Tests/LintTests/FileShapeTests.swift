import Foundation
import Testing

@Suite struct FileShapeTests {
    private let tree = SourceTree.current

    @Test func noFileIsLongerThan350Lines() {
        let violations = (tree.sources + tree.tests).filter { $0.lines.count > 351 }.map {
            "\($0.path): \($0.lines.count - 1)"
        }
        #expect(violations == [])
    }

    @Test func aFileHoldsOneVisibleTypeAndBearsItsName() {
        let violations = tree.sources.compactMap { file -> String? in
            let types = visibleTypes(of: file)
            guard let type = types.first else { return nil }
            let stem = file.name.dropLast(".swift".count).split(separator: "+").first ?? ""
            return types.count == 1 && stem == type ? nil : "\(file.path) declares \(types.joined(separator: ", "))"
        }
        #expect(violations == [])
    }

    @Test func nothingUnfinishedIsLeftBehind() {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
        let violations = (tree.sources + tree.tests).flatMap { file in
            file.lines.enumerated()
                .filter { line in marks.contains { line.element.split { !$0.isLetter }.contains(Substring($0)) } }
                .map { "\(file.path):\($0.offset + 1)" }
                + (file.name == "Placeholder.swift" ? [file.path] : [])
        }
        #expect(violations == [])
    }

    @Test func testsUseSwiftTestingAlone() {
        #expect(tree.tests.filter { $0.imports.contains("XCTest") }.map(\.path) == [])
    }

    /// The names of the types declared at the left margin that other modules can see.
    private func visibleTypes(of file: SourceFile) -> [String] {
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
        return file.codeLines.compactMap { line in
            guard line.text.hasPrefix("public ") || line.text.hasPrefix("package ") else { return nil }
            let words = line.text.split { $0 == " " || $0 == ":" || $0 == "<" || $0 == "{" }
            guard let index = words.firstIndex(where: kinds.contains), words.indices.contains(index + 1) else {
                return nil
            }
            return String(words[index + 1])
        }
    }
}
