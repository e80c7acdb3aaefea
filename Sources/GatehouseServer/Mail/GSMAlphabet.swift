import Foundation

/// The default alphabet of SMS, in which one message holds 160 characters instead of 70 (3GPP TS 23.038 §6.2.1).
enum GSMAlphabet {
    /// Characters of one septet.
    private static let basic = Set(
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
            .unicodeScalars
    )
    /// Characters of two septets, an escape before each (§6.2.1.1).
    private static let extended = Set("\u{C}^{}\\[~]|€".unicodeScalars)
    /// Replacements for typographic characters and for letters that do not decompose.
    private static let plain: [Unicode.Scalar: String] = [
        "\u{A0}": " ", "\u{2009}": " ", "\u{202F}": " ", "‘": "'", "’": "'", "‚": "'", "`": "'", "´": "'", "“": "\"",
        "”": "\"", "„": "\"", "«": "\"", "»": "\"", "\u{2010}": "-", "\u{2011}": "-", "–": "-", "—": "-", "−": "-",
        "…": "...", "•": "-", "×": "x", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "œ": "oe", "Œ": "OE", "ẞ": "SS",
        "ı": "i", "®": "", "©": "", "™": "",
    ]

    /// Returns the septets of a text; `nil` when a character is not in the alphabet.
    static func septets(_ text: String) -> Int? {
        var count = 0
        for scalar in text.unicodeScalars {
            if basic.contains(scalar) {
                count += 1
            } else if extended.contains(scalar) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    /// Returns a text in this alphabet, with plain quotation marks and dashes and without accents that the alphabet
    /// lacks.
    ///
    /// - Returns: `nil` when a letter has no replacement, such as a Chinese one.
    static func spelled(_ text: String) -> String? {
        var spelled = ""
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            if basic.contains(scalar) || extended.contains(scalar) {
                spelled.unicodeScalars.append(scalar)
            } else if let replacement = plain[scalar] {
                spelled += replacement
            } else {
                let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                    $0.properties.generalCategory != .nonspacingMark
                }
                guard base.count == 1, let letter = base.first, basic.contains(letter) else { return nil }
                spelled.unicodeScalars.append(letter)
            }
        }
        return spelled
    }
}
