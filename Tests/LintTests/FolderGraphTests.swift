import Testing

@Suite struct FolderGraphTests {
    private let tree = SourceTree.current

    @Test func containsNoFolderCycles() {
        let cyclic = Dictionary(grouping: tree.sources, by: \.module).mapValues { FolderGraph(files: $0).cycles }
            .filter { !$0.value.isEmpty }
        #expect(cyclic == [:])
    }

    @Test func findsCycle() {
        let files = [
            SourceFile(path: "Sources/M/A/One.swift", text: "struct One { let two: Two }"),
            SourceFile(path: "Sources/M/B/Two.swift", text: "struct Two { let three: Three }"),
            SourceFile(path: "Sources/M/C/Three.swift", text: "struct Three {}\nextension One {}"),
            SourceFile(path: "Sources/M/D/Four.swift", text: "struct Four { let one: One }"),
        ]
        #expect(FolderGraph(files: files).cycles == [["A", "B", "C"]])
    }

    @Test func ignoresNestedTypeWithNameOfTopLevelType() {
        let files = [
            SourceFile(path: "Sources/M/A/One.swift", text: "struct One { struct Two {}; let two: Two }"),
            SourceFile(path: "Sources/M/B/Two.swift", text: "struct Two { let one: One }"),
        ]
        #expect(FolderGraph(files: files).cycles == [])
    }
}
