import Foundation

/// The files below a folder that can use the SDK.
package struct SourceWalk: Sendable {
    package struct File: Sendable {
        /// The path, starting with the given folder path.
        let path: String
        let url: URL
    }

    /// A path that cannot be walked, with a hint on what to use instead.
    package struct Refusal: Error {
        package let message: String
        package var advice: String?
    }

    private(set) var sources: [(file: File, language: SourceLanguage)] = []
    private(set) var propertyLists: [File] = []
    /// The paths of the skipped folders.
    private(set) var skipped: [String] = []
    private(set) var unread: [UnreadFile] = []
    /// Whether the path is a file.
    package private(set) var isSingleFile = false

    /// The given folder with a trailing slash.
    ///
    /// A link to this folder or a parent must not extend the walk.
    private var root = ""
    private var folders: [File] = []
    private var links: [File] = []
    private var visited: Set<String> = []

    /// Folders with build products and dependencies.
    private static let skippedNames: Set = [
        "build", "Build", "DerivedData", "Pods", "Carthage", "SourcePackages", "node_modules",
    ]
    private static let skippedExtensions: Set = ["framework", "xcframework", "app", "xcarchive"]

    /// Walks a folder or a single file.
    ///
    /// The given folder is read even if its name would be skipped below another one. Hidden files are skipped. Symbolic
    /// links are followed to files not yet read, so that nothing is read twice and loops end.
    package init(path: String) throws(Refusal) {
        let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
        let advice = "Use a source file or the folder of an app."
        switch Self.type(of: url) {
        case .typeDirectory:
            var name = path
            while name.count > 1, name.hasSuffix("/") { name.removeLast() }
            folders = [File(path: name, url: url)]
            visited = [url.path]
            root = Self.slashed(url.path)
            guard FileManager.default.isReadableFile(atPath: url.path) else {
                throw Refusal(message: "'\(path)' can't be read.", advice: "Check the folder's permissions.")
            }
        case .typeRegular:
            guard let language = SourceLanguage(fileName: url.lastPathComponent) else {
                throw Refusal(message: "'\(path)' is neither Swift nor Objective-C.", advice: advice)
            }
            sources = [(File(path: path, url: url), language)]
            isSingleFile = true
        case nil: throw Refusal(message: "'\(path)' doesn't exist.", advice: advice)
        default: throw Refusal(message: "'\(path)' is neither a file nor a folder.")
        }
        while true {
            if let folder = folders.popLast() {
                walk(folder)
            } else if let link = links.popLast() {
                follow(link)
            } else {
                break
            }
        }
        sources.sort { $0.file.path < $1.file.path }
        propertyLists.sort { $0.path < $1.path }
        skipped.sort()
    }

    private mutating func walk(_ folder: File) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.url.path) else {
            return unread.append(UnreadFile(file: folder.path, reason: "The folder can't be read."))
        }
        for name in names where !name.hasPrefix(".") {
            // `.` is the current folder and not part of the displayed paths.
            let path = folder.path == "." ? name : Self.slashed(folder.path) + name
            let file = File(path: path, url: folder.url.appending(path: name))
            switch Self.type(of: file.url) {
            case .typeDirectory: enter(file)
            case .typeRegular: take(file)
            case .typeSymbolicLink: links.append(file)
            default: break
            }
        }
    }

    private mutating func enter(_ folder: File) {
        let (name, suffix) = (folder.url.lastPathComponent, folder.url.pathExtension)
        if Self.skippedNames.contains(name) || Self.skippedExtensions.contains(suffix) {
            skipped.append(folder.path)
        } else if visited.insert(folder.url.path).inserted {
            folders.append(folder)
        }
    }

    private mutating func take(_ file: File) {
        let name = file.url.lastPathComponent
        let language = SourceLanguage(fileName: name)
        guard language != nil || name.hasSuffix("Info.plist"), visited.insert(file.url.path).inserted else { return }
        if let language { sources.append((file, language)) } else { propertyLists.append(file) }
    }

    private mutating func follow(_ link: File) {
        let target = File(path: link.path, url: link.url.resolvingSymlinksInPath())
        switch Self.type(of: target.url) {
        case .typeDirectory where root.hasPrefix(Self.slashed(target.url.path)): skipped.append(link.path)
        case .typeDirectory: enter(target)
        case .typeRegular: take(target)
        case nil where SourceLanguage(fileName: link.url.lastPathComponent) != nil,
            .typeSymbolicLink where SourceLanguage(fileName: link.url.lastPathComponent) != nil:
            unread.append(UnreadFile(file: link.path, reason: "The link is broken."))
        default: break
        }
    }

    private static func slashed(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

    private static func type(of url: URL) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
    }
}
