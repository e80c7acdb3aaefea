import Foundation

/// The first version of each Apple platform that has a declaration.
struct SystemVersions: Equatable, Sendable {
    static let platforms: Set<String> = ["iOS", "macOS", "tvOS", "visionOS", "watchOS"]

    /// The components of the version by platform, without a minor version of zero.
    private(set) var versions: [String: [Int]] = [:]

    /// The value of a declaration without known versions.
    static let none = SystemVersions()

    private init() {}

    /// Reads the arguments of an availability attribute or condition, such as `iOS 17.4, macOS 14.4, *`.
    ///
    /// - Returns: `nil` if they name no platform, as in `*, deprecated`.
    init?(arguments: some StringProtocol) {
        for argument in arguments.split(separator: ",") {
            let words = argument.split(whereSeparator: \.isWhitespace)
            guard words.count == 2, Self.platforms.contains(String(words[0])) else { continue }
            let components = words[1].split(separator: ".").map { Int($0) ?? 0 }
            versions[String(words[0])] = components.last == 0 ? components.dropLast() : components
        }
        if versions.isEmpty { return nil }
    }

    /// Reads the platforms of a manifest, such as `.iOS(.v17)`.
    init(manifest: String) {
        for match in manifest.matches(of: /\.(\w+)\(\.v(\d+)\)/) {
            versions[String(match.1)] = [Int(match.2) ?? 0]
        }
    }

    /// Returns whether a platform needs a later version than the other value guarantees.
    func exceeds(_ other: SystemVersions) -> Bool {
        versions.contains { platform, version in (other.versions[platform] ?? []).lexicographicallyPrecedes(version) }
    }

    /// Returns the versions that satisfy both values.
    func combined(with other: SystemVersions) -> SystemVersions {
        var combined = self
        combined.versions.merge(other.versions) { $0.lexicographicallyPrecedes($1) ? $1 : $0 }
        return combined
    }
}
