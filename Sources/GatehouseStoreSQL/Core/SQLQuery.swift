/// A statement that returns records, with its parameters.
package struct SQLQuery: Sendable {
    /// The record type that errors name.
    package let kind: String
    package let text: SQLText
    package let parameters: [SQLValue]
    /// Whether it reads many rows, so that short reads should not wait for it.
    package let isLong: Bool

    package init(_ kind: String, _ text: SQLText, _ parameters: [SQLValue] = [], isLong: Bool = false) {
        self.kind = kind
        self.text = text
        self.parameters = parameters
        self.isLong = isLong
    }
}
