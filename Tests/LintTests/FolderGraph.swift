/// The dependencies between the folders of a module: an edge for each top-level type that one folder uses and another
/// declares.
struct FolderGraph {
    private(set) var edges: [String: Set<String>] = [:]

    init(files: [SourceFile]) {
        var folders: [String: String] = [:]
        var ambiguous: Set<String> = []
        for file in files {
            for type in Declarations(code: file.code).types where !type.isExtension {
                if let other = folders.updateValue(file.folder, forKey: type.name), other != file.folder {
                    ambiguous.insert(type.name)
                }
            }
        }
        for name in ambiguous { folders[name] = nil }
        for file in files {
            let words = file.code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            let used = Set(Set(words).subtracting(Self.declared(in: words)).compactMap { folders[$0] })
                .subtracting([file.folder])
            edges[file.folder, default: []].formUnion(used)
        }
    }

    /// Returns the types that a file declares; a nested one hides a top-level type of the same name.
    private static func declared(in words: [String]) -> Set<String> {
        let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        return Set(zip(words, words.dropFirst()).filter { keywords.contains($0.0) }.map(\.1))
    }

    /// The cycles: sets of folders that use each other, directly or indirectly.
    var cycles: [Set<String>] {
        var remaining = Set(edges.keys)
        var cycles: [Set<String>] = []
        while let folder = remaining.min() {
            let knot = reachable(from: folder).filter { reachable(from: $0).contains(folder) }.union([folder])
            remaining.subtract(knot)
            if knot.count > 1 { cycles.append(knot) }
        }
        return cycles
    }

    private func reachable(from folder: String) -> Set<String> {
        var found: Set<String> = []
        var open = Array(edges[folder] ?? [])
        while let next = open.popLast() {
            if found.insert(next).inserted { open += edges[next] ?? [] }
        }
        return found
    }
}
