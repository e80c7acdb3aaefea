import CPhoneNumber
import Foundation

/// A validated and normalized phone number (E.164).
///
/// Validation covers the length in the number's country, not whether the range is in use: new ranges open more often
/// than servers are updated. A code sent to the number proves its ownership.
package struct PhoneNumber: Sendable, Hashable {
    /// The normalized form, in which the server stores, compares and contacts the number: `+`, country code and digits,
    /// at most 16 characters.
    package let e164: String

    /// The maximum length of the input, in bytes, including white space.
    private static let maximumInputLength = 256

    /// The maximum length of the number, in Unicode scalars: fifteen digits with punctuation.
    private static let maximumLength = 40

    /// Parses a number in international format, such as `+81 90-1234-5678`.
    ///
    /// Returns `nil` if it is invalid.
    ///
    /// - Parameter international: A plus sign followed by digits of any script, spaces and common punctuation.
    package init?(international: String) {
        guard international.utf8.count <= Self.maximumInputLength else { return nil }
        let text = international.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("+") || text.hasPrefix("＋") else { return nil }
        self.init(text, region: nil)
    }

    /// Parses a number in national format, such as `090-1234-5678` in `JP`.
    ///
    /// Returns `nil` if it is invalid.
    ///
    /// - Parameters:
    ///   - local: The number without a plus sign.
    ///   - country: The ISO 3166-1 code of the country, in any case.
    package init?(local: String, country: String) {
        let region = country.utf8.count == 2 ? country.uppercased() : ""
        guard local.utf8.count <= Self.maximumInputLength, region.utf8.count == 2,
            region.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        self.init(local.trimmingCharacters(in: .whitespacesAndNewlines), region: region)
    }

    /// Parses a number.
    ///
    /// `region` is the country of a number in national format, and `nil` for the international format.
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
