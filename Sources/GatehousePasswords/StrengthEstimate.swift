import CSodium
import CZxcvbn

/// An estimate of the guesses that a password withstands, by libzxcvbn.
///
/// The library has no state, so any number of threads can call it. Its running time grows faster than the length, so it
/// gets only the first 64 characters.
///
/// It counts bytes and would overrate multibyte characters, so each character beyond ASCII is passed as one byte,
/// without case, as are the personal words.
struct StrengthEstimate {
    /// The binary logarithm of the number of guesses.
    let bits: Double
    /// The main weakness of the password, if it is weak.
    let weakness: PasswordAssessment.Weakness

    private static let characterLimit = 64
    private static let wordLimit = 40

    init(of password: Password, personal: [String]) {
        var text = Self.encode(password.text)
        defer { unsafe sodium_memzero(&text, text.count) }
        let words = Self.words(in: personal).map(Self.encode)

        var matches: UnsafeMutablePointer<ZxcMatch_t>?
        bits = unsafe Self.withPointers(to: words) { words in
            unsafe ZxcvbnMatch(text, words, &matches)
        }
        defer { unsafe ZxcvbnFreeInfo(matches) }

        var lengths: [PasswordAssessment.Weakness: Int32] = [:]
        var next = unsafe matches
        while let match = unsafe next?.pointee {
            unsafe lengths[Self.weakness(of: match.Type), default: 0] += match.Length
            unsafe next = match.Next
        }
        // Personal text takes precedence, then the kind of match that covers most of the password.
        weakness =
            lengths[.personal] != nil
            ? .personal
            : PasswordAssessment.Weakness.allCases.filter { lengths[$0] != nil }
                .max { lengths[$0, default: 0] < lengths[$1, default: 0] } ?? .guessable
    }

    private static func weakness(of type: ZxcTypeMatch_t) -> PasswordAssessment.Weakness {
        switch ZxcTypeMatch_t(type.rawValue & ~MULTIPLE_MATCH.rawValue) {
        case USER_MATCH, USER_LEET_MATCH: .personal
        case DICTIONARY_MATCH, DICT_LEET_MATCH: .common
        case REPEATS_MATCH, SEQUENCE_MATCH, SPATIAL_MATCH, DATE_MATCH, YEAR_MATCH: .pattern
        default: .guessable
        }
    }

    /// Returns the texts and their parts of at least three characters, without duplicates.
    private static func words(in personal: [String]) -> [String] {
        var seen: Set<String> = []
        let parts = personal.flatMap { text in
            [text] + text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        return Array(parts.filter { $0.count >= 3 && seen.insert($0).inserted }.prefix(wordLimit))
    }

    /// Returns one byte per character, terminated by zero.
    private static func encode(_ text: String) -> [CChar] {
        let bytes = Password(text).text.unicodeScalars.prefix(characterLimit).compactMap { scalar -> CChar? in
            guard !scalar.isASCII else { return scalar.value == 0 ? nil : CChar(scalar.value) }
            let lowercase = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            return CChar(bitPattern: 0x80 | UInt8(lowercase.value & 0x7F))
        }
        return bytes + [0]
    }

    /// Calls `body` with a null-terminated array of C strings.
    private static func withPointers<R>(
        to words: [[CChar]],
        _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> R
    ) -> R {
        var offset = 0
        let offsets = words.map { word in
            defer { offset += word.count }
            return offset
        }
        return unsafe words.flatMap(\.self).withUnsafeBufferPointer { all in
            var pointers = unsafe offsets.map { unsafe all.baseAddress?.advanced(by: $0) } + [nil]
            return unsafe body(&pointers)
        }
    }
}
