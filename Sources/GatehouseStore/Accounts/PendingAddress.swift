package import Foundation

/// An address somebody has claimed and not proven: it finds nobody, opens nothing, and any number of accounts may claim it.
package struct PendingAddress: Sendable, Hashable, Codable {
    package let kind: AccountIdentifier.Kind
    /// Normalised, as an identifier's.
    package let value: String
    package let since: Date

    package init(kind: AccountIdentifier.Kind, value: String, since: Date) {
        self.kind = kind
        self.value = value
        self.since = since.flooredToMilliseconds
    }
}
