import Foundation

/// The Swift files of this repository.
struct SourceTree: Sendable {
    let root: URL
    /// The files below `Sources` and `Examples`.
    let sources: [SourceFile]
    let tests: [SourceFile]

    static let current = SourceTree(
        root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    )

    private init(root: URL) {
        self.root = root
        sources = Self.files(below: "Sources", of: root) + Self.files(below: "Examples", of: root)
        tests = Self.files(below: "Tests", of: root)
    }

    /// The names of the folders directly below `Sources` and `Examples`.
    var modules: Set<String> {
        Set(sources.map(\.module))
    }

    private static func files(below folder: String, of root: URL) -> [SourceFile] {
        let start = root.appending(path: folder)
        let enumerator = FileManager.default.enumerator(
            at: start,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        var files: [SourceFile] = []
        while let url = enumerator?.nextObject() as? URL {
            // Tutorial sources are links to files of the tests.
            guard url.pathExtension == "swift", !url.path.contains(".docc/"),
                let text = try? String(contentsOf: url, encoding: .utf8)
            else { continue }
            files.append(SourceFile(path: String(url.path.dropFirst(root.path.count + 1)), text: text))
        }
        return files.sorted { $0.path < $1.path }
    }
}
