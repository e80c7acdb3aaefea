import Foundation
import Testing

@Suite struct DirectionTests {
    private let tree = SourceTree.current

    @Test func listsEveryModule() {
        #expect(tree.modules == Set(ModuleMap.siblings.keys))
    }

    @Test func importsOnlyAllowedModules() {
        let violations = tree.sources.flatMap { file in
            file.imports
                .filter { ModuleMap.siblings.keys.contains($0) && $0 != file.module }
                .filter { ModuleMap.siblings[file.module]?.contains($0) != true }
                .map { "\(file.path) imports \($0)" }
        }
        #expect(violations == [])
    }

    @Test func importsWrappedModulesOnlyInTheirWrapper() {
        let violations = tree.sources.flatMap { file in
            file.imports
                .filter { ModuleMap.wrappers[$0]?.contains(file.module) == false }
                .map { "\(file.path) imports \($0)" }
        }
        #expect(violations == [])
    }

    /// The examples with an Xcode project exist for Apple's platforms alone.
    @Test func importsAppleModulesOnlyConditionally() {
        let violations = tree.sources
            .filter { !$0.path.hasPrefix("Examples/") }
            .filter { !ModuleMap.appleOnly.isDisjoint(with: $0.imports) }
            .filter { file in
                let code = file.codeLines.map { $0.text.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
                return code.first?.hasPrefix("#if ") != true || code.last != "#endif"
            }
            .map(\.path)
        #expect(violations == [])
    }

    @Test func injectsTimeAndRandomness() {
        let forbidden = [
            "Date()", "Date.now", "UUID()", "Task.sleep", ".random(", "SystemRandomNumberGenerator", ".randomElement()",
            ".shuffled()",
        ]
        let violations = tree.sources
            .filter { !ModuleMap.compositionRoots.contains($0.path) }
            .flatMap { file in
                let suspects = forbidden.filter { file.text.range(of: $0) != nil }
                return suspects.isEmpty
                    ? []
                    : file.codeLines.flatMap { line in
                        suspects.filter { line.text.contains($0) }.map { "\(file.path):\(line.number) calls \($0)" }
                    }
            }
        #expect(violations == [])
    }

    @Test func blocksThreadsInSharedTypesOnly() {
        let primitives = ["DispatchSemaphore(", "Thread {", "Thread.detach", "DispatchQueue.global", "NSCondition"]
        let users = tree.sources.filter { file in primitives.contains { file.code.contains($0) } }.map(\.path)
        #expect(Set(users) == ModuleMap.blockingTypes)
    }

    /// Clients of development mode are rejected on lookup, so there must be only one lookup.
    @Test func looksUpClientsInOnePlace() {
        let modules: Set = ["GatehouseServer", "GatehouseHTTP"]
        let readers: Set = [
            "Sources/GatehouseServer/Core/RecordLookup.swift",
            "Sources/GatehouseServer/Clients/Registration/ClientRegistrar.swift",
        ]
        let found = tree.sources
            .filter { modules.contains($0.module) && $0.code.contains("store.client(") }
            .map(\.path)
        #expect(Set(found) == readers)
    }

    @Test func listsOnlyExistingCompositionRoots() {
        #expect(ModuleMap.compositionRoots.subtracting(tree.sources.map(\.path)) == [])
    }
}
