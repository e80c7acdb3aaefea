package import Foundation
package import GatehouseWire
import Logging

/// A database, and the file that names its server.
package struct DatabaseReference: Sendable {
    let location: DatabaseLocation
    /// The file in which a node remembers its database server.
    let serverFile: URL
    /// Whether the server replaces the remembered one, whichever it is.
    let acceptsServer: Bool
    /// The logger for a server file that cannot be written.
    let logger: Logger
}

/// The location of the database.
package enum DatabaseLocation: Sendable, Equatable {
    case sqlite(URL)
    /// A database that any number of servers share; the URL may contain a password.
    case postgres(Secret)

    /// Whether the database may contain data: `true` for PostgreSQL, which is not checked here.
    package var holdsData: Bool {
        switch self {
        case .sqlite(let file): Self.isFilled(file) || Self.isFilled(URL(filePath: file.path + "-wal"))
        case .postgres: true
        }
    }

    private static func isFilled(_ file: URL) -> Bool {
        (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize).map { $0 > 0 } ?? false
    }

    /// A name for messages: the file's path, or the URL without user and password.
    package var name: String {
        switch self {
        case .sqlite(let file): return file.path
        case .postgres(let url):
            // Not `URLComponents`, which rejects several hosts. A password may contain any character.
            let text = url.reveal()
            let location = text.prefix { $0 != "?" }
            guard text.contains("@") else { return String(location) }
            guard let end = location.lastIndex(of: "@") else { return "postgres://" }
            return "postgres://" + location[location.index(after: end)...]
        }
    }

    /// Parses `sqlite:PATH`, where the path may be relative or follow two slashes
    /// (`sqlite:///var/lib/gatehouse.sqlite`), or `postgres://USER:PASSWORD@HOST/DATABASE`, which is passed to libpq as
    /// it is.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - option: The option to name in error messages.
    /// - Throws: If the URL has another scheme or no path.
    package init(parsing text: String, option: String = "--database") throws(CommandError) {
        let advice = "Use \(option) sqlite:PATH or postgres://USER@HOST/DATABASE."
        let scheme = text.prefix { $0 != ":" }
        if ["postgres", "postgresql"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") {
            self = .postgres(Secret(text))
            return
        }
        guard scheme == "sqlite", scheme.count < text.count else {
            throw CommandError(
                "The database URL has an unsupported scheme.",
                advice: advice
            )
        }
        var path = text.dropFirst(scheme.count + 1)
        if path.hasPrefix("//") { path = path.dropFirst(2) }
        guard !path.isEmpty else { throw CommandError("The database URL has no path.", advice: advice) }
        self = .sqlite(URL(filePath: String(path)))
    }
}
