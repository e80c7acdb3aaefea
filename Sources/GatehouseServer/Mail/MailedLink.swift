package import GatehouseStore

/// The way from a mail or an SMS back to the transaction it is about: whoever follows it has the code.
///
/// Opening the page changes nothing, because programs that look through mail open what is in it; only its button does.
package struct MailedLink: Sendable, Hashable {
    /// Where the page is, below the issuer.
    package static let path = "/link"
    /// The parameter of its address that holds ``text``.
    package static let parameter = "token"

    package let transaction: TransactionRecord.ID
    package let code: String

    package init(transaction: TransactionRecord.ID, code: String) {
        self.transaction = transaction
        self.code = code
    }

    /// Reads what stands in the address; nil when it is none of ours.
    package init?(_ text: String) {
        guard text.utf8.count <= 200, let dot = text.lastIndex(of: ".") else { return nil }
        let (id, code) = (text[..<dot], text[text.index(after: dot)...])
        guard !id.isEmpty, id.utf8.allSatisfy(Self.isPlain), !code.isEmpty, code.utf8.allSatisfy(Self.isPlain) else {
            return nil
        }
        self.init(transaction: TransactionRecord.ID(String(id)), code: String(code))
    }

    /// What stands in the address; needs no percent-encoding.
    package var text: String { "\(transaction).\(code)" }

    /// The page's address below an issuer: the one the server is configured with, and nothing of a request.
    package func address(below issuer: String) -> String {
        "\(issuer)\(Self.path)?\(Self.parameter)=\(text)"
    }

    /// Letters, digits, `-` and `_`, as identifiers and codes are made of.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
