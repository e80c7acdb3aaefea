/// A place in a source file where the v2 API is used.
package struct LegacyUse: Sendable, Equatable {
    let symbol: LegacySymbol
    /// The SDK's name that makes it a use; an app may have declared the same.
    let subject: String
    /// What stands there, such as `AIMobileLib.getProfile(_:)`.
    package let name: String
    package let replacement: String
    package let line: Int
    package let column: Int

    /// What behaves differently; nothing for a mere change of name.
    package var difference: String? { symbol.difference }
}
