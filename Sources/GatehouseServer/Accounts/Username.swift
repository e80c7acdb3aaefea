/// A name somebody chose to sign in with, checked and in one spelling.
///
/// Names are public: anybody may find out that one is taken.
package struct Username: Sendable, Hashable {
    /// The one form in which the server stores and compares it: lower case, so that no two people differ by case alone.
    package let normalized: String
    /// As it was chosen.
    package let spelling: String

    /// Reads a name of 3 to 64 letters and digits of ASCII, dots, hyphens and underscores; nil when it is none.
    package init?(_ entered: String) {
        guard (3...64).contains(entered.utf8.count), entered.utf8.allSatisfy(Self.isAllowed) else { return nil }
        normalized = entered.lowercased()
        spelling = entered
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
