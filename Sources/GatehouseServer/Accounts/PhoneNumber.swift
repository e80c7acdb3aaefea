import CPhoneNumber
import Foundation

/// A telephone number somebody gave, checked and in one spelling (E.164).
///
/// It is checked to be possible, which is a matter of its length in its country, and not to be in use: new ranges of numbers are opened
/// more often than servers are updated. What shows whether it is somebody's is a code sent there.
package struct PhoneNumber: Sendable, Hashable {
    /// The one form in which the server stores, compares and writes to it: `+`, the country's code, and digits; 16 characters at most.
    package let e164: String

    /// The most bytes that are parsed, including white space.
    private static let longestEntry = 256

    /// Longest text that is looked at, in Unicode scalars: fifteen digits with all their punctuation.
    private static let maximumLength = 40

    /// Reads a number in international spelling, such as `+81 90-1234-5678`; nil when it is no possible number.
    ///
    /// - Parameter international: Begins with a plus sign. Digits of any script, spaces and the usual punctuation may follow; letters may not.
    package init?(international: String) {
        guard international.utf8.count <= Self.longestEntry else { return nil }
        let text = international.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("+") || text.hasPrefix("＋") else { return nil }
        self.init(text, region: nil)
    }

    /// Reads a number as it is written within a country, such as `090-1234-5678` in `JP`; nil when it is no possible number there.
    ///
    /// - Parameters:
    ///   - local: The number without a plus sign.
    ///   - country: Two letters (ISO 3166-1), in any case.
    package init?(local: String, country: String) {
        let region = country.utf8.count == 2 ? country.uppercased() : ""
        guard local.utf8.count <= Self.longestEntry, region.utf8.count == 2,
            region.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        self.init(local.trimmingCharacters(in: .whitespacesAndNewlines), region: region)
    }

    /// Reads a number; `region` is the country of a local spelling, which has no plus sign, and nil for the international one, which begins
    /// with it.
    private init?(_ text: String, region: String?) {
        let digits = region == nil ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
        guard digits.count < Self.maximumLength, digits.allSatisfy(Self.isDigitOrPunctuation) else { return nil }
        var result = [CChar](repeating: 0, count: 17)
        let length = unsafe gatehouse_phone_number_e164(text, text.utf8.count, region, &result, result.count)
        guard length > 0 else { return nil }
        e164 = String(decoding: result.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func isDigitOrPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .spaceSeparator, .dashPunctuation: true
        default: "()（）./ー−".unicodeScalars.contains(scalar)
        }
    }
}
