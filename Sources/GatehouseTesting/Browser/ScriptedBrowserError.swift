public import Foundation

/// Why a script cannot go on: the page is not the one it was written for.
public struct ScriptedBrowserError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the script wanted to do.
    public let wish: String
    /// Where the browser is.
    public let location: URL
    /// The heading of the page that is shown instead.
    public let heading: String?

    /// What was wanted, and what the browser shows instead.
    public var description: String {
        "\(wish) is not possible at \(location.path(percentEncoded: false)), which says: \(heading ?? "nothing")"
    }
}
