import Foundation

/// Which server the terminal is signed in to: what `login` used last, so that the other verbs need no options.
package struct SessionProfile: Sendable, Equatable, Codable {
    package var issuer: String
    package var client: String

    package init(issuer: String, client: String) {
        self.issuer = issuer
        self.client = client
    }

    /// The one that `login` kept, if it can be read.
    package static func load(environment: [String: String]) -> SessionProfile? {
        guard let file = file(environment), let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode(SessionProfile.self, from: data)
    }

    /// Keeps it for the next command.
    package func save(environment: [String: String]) throws(CommandFailure) {
        guard let file = Self.file(environment) else { return }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try JSONEncoder().encode(self).write(to: file, options: .atomic)
        } catch {
            throw CommandFailure(
                "Signed in, but \(file.path) cannot be written.",
                advice: "Pass --issuer and --client-id to the next command."
            )
        }
    }

    private static func file(_ environment: [String: String]) -> URL? {
        let folder =
            if let configured = environment["XDG_CONFIG_HOME"], configured.hasPrefix("/") { configured } else {
                environment["HOME"].map { $0 + "/.config" }
            }
        return folder.map { URL(filePath: $0).appending(path: "gatehouse/profile.json") }
    }
}
