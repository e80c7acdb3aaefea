import Foundation

/// The encoding of `Authorization: Basic`.
enum Base64Text {
    static func encode(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
