package import Foundation

/// Which database holds the server's records.
package enum DatabaseLocation: Sendable, Equatable {
    case sqlite(URL)

    /// Whether anything has been kept there yet.
    package var holdsData: Bool {
        switch self {
        case .sqlite(let file): (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize).map { $0 > 0 } ?? false
        }
    }

    /// The file, as a person names it.
    package var path: String {
        switch self {
        case .sqlite(let file): file.path
        }
    }

    /// Reads `sqlite:PATH`, where the path may be relative or follow two slashes (`sqlite:///var/lib/gatehouse.sqlite`).
    package init(parsing text: String) throws(CommandFailure) {
        guard let colon = text.firstIndex(of: ":"), text[..<colon] == "sqlite" else {
            throw CommandFailure(
                "The database URL names no database that this version knows.",
                advice: "Use --database sqlite:PATH."
            )
        }
        var path = text[text.index(after: colon)...]
        if path.hasPrefix("//") { path = path.dropFirst(2) }
        guard !path.isEmpty else {
            throw CommandFailure("The database URL has no path.", advice: "Use --database sqlite:PATH.")
        }
        self = .sqlite(URL(filePath: String(path)))
    }
}
