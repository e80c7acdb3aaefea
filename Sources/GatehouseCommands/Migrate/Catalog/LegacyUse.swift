/// A use of the v2 API in a source file.
package struct LegacyUse: Sendable, Equatable {
    let symbol: LegacySymbol
    /// The SDK name of the use, which the app may have declared itself.
    let subject: String
    /// The code of the use, such as `AIMobileLib.getProfile(_:)`.
    package let name: String
    package let replacement: String
    package let line: Int
    package let column: Int

    /// The difference in behavior; `nil` for a mere renaming.
    package var difference: String? { symbol.difference }
}
