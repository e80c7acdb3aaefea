package import Foundation

/// How often something happened in a window of time, kept where every node sees it.
package struct Counter: Sendable, Equatable {
    /// What is counted, with whom: hashed by the server where it holds personal data.
    package let key: String
    package var count: Int
    /// When the window ends and the count starts again.
    package var expiresAt: Date {
        didSet { expiresAt = expiresAt.flooredToMilliseconds }
    }

    package init(key: String, count: Int, expiresAt: Date) {
        self.key = key
        self.count = count
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}
