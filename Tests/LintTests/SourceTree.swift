import Foundation

/// The Swift files and the prose of this repository.
struct SourceTree: Sendable {
    let root: URL
    /// The files below `Sources` and `Examples`.
    let sources: [SourceFile]
    let tests: [SourceFile]
    /// The benchmarks.
    let benchmarks: [SourceFile]
    /// The Markdown files and Python scripts.
    let prose: [ProseFile]

    static let current = SourceTree(
        root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    )

    private init(root: URL) {
        self.root = root
        sources = Self.files(below: "Sources", of: root) + Self.files(below: "Examples", of: root)
        tests = Self.files(below: "Tests", of: root)
        benchmarks = Self.files(below: "Benchmarks", of: root)
        prose = Self.texts(below: "", of: root, withExtensions: ["md", "py"]).map { ProseFile(path: $0, text: $1) }
    }

    /// All Swift files but the manifests.
    var all: [SourceFile] { sources + tests + benchmarks }

    /// The names of the folders directly below `Sources` and `Examples`.
    var modules: Set<String> {
        Set(sources.map(\.module))
    }

    private static func files(below folder: String, of root: URL) -> [SourceFile] {
        // Tutorial sources are links to files of the tests.
        texts(below: folder, of: root, withExtensions: ["swift"]).filter { !$0.path.contains(".docc/") }
            .map { SourceFile(path: $0, text: $1) }
    }

    /// Returns the files with these extensions, without hidden folders such as `.build`.
    private static func texts(
        below folder: String,
        of root: URL,
        withExtensions extensions: Set<String>
    ) -> [(path: String, text: String)] {
        let start = folder.isEmpty ? root : root.appending(path: folder)
        let enumerator = FileManager.default.enumerator(
            at: start,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        var files: [(path: String, text: String)] = []
        while let url = enumerator?.nextObject() as? URL {
            guard extensions.contains(url.pathExtension), let text = try? String(contentsOf: url, encoding: .utf8)
            else { continue }
            files.append((String(url.path.dropFirst(root.path.count + 1)), text))
        }
        return files.sorted { $0.path < $1.path }
    }
}
