package import Foundation
package import GatehouseWire

/// Which database holds the server's records.
package enum DatabaseLocation: Sendable, Equatable {
    case sqlite(URL)
    /// A database that any number of servers share, with a password perhaps.
    case postgres(Secret)

    /// Whether anything has been kept there yet, as far as can be seen from here.
    package var holdsData: Bool {
        switch self {
        case .sqlite(let file): Self.isFilled(file) || Self.isFilled(URL(filePath: file.path + "-wal"))
        case .postgres: true
        }
    }

    private static func isFilled(_ file: URL) -> Bool {
        (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize).map { $0 > 0 } ?? false
    }

    /// The file, or the database without user and password, as a person names it.
    package var name: String {
        switch self {
        case .sqlite(let file): return file.path
        case .postgres(let url):
            guard var parts = URLComponents(string: url.reveal()) else { return "postgres://" }
            (parts.user, parts.password, parts.query) = (nil, nil, nil)
            return parts.string ?? "postgres://"
        }
    }

    /// Reads `sqlite:PATH`, where the path may be relative or follow two slashes (`sqlite:///var/lib/gatehouse.sqlite`), or
    /// `postgres://USER:PASSWORD@HOST/DATABASE`, of which libpq knows all forms and parameters.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - option: Where it was given.
    /// - Throws: when it is no such URL.
    package init(parsing text: String, option: String = "--database") throws(CommandFailure) {
        let advice = "Use \(option) sqlite:PATH, or postgres://USER@HOST/DATABASE."
        let scheme = text.prefix { $0 != ":" }
        if ["postgres", "postgresql"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") {
            self = .postgres(Secret(text))
            return
        }
        guard scheme == "sqlite", scheme.count < text.count else {
            throw CommandFailure(
                "The database URL names no database that this version knows.",
                advice: advice
            )
        }
        var path = text.dropFirst(scheme.count + 1)
        if path.hasPrefix("//") { path = path.dropFirst(2) }
        guard !path.isEmpty else { throw CommandFailure("The database URL has no path.", advice: advice) }
        self = .sqlite(URL(filePath: String(path)))
    }
}
