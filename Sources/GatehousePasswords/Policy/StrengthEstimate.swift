import CSodium
import CZxcvbn

/// How many guesses a password withstands, by libzxcvbn.
///
/// The library keeps no state: its dictionaries are constant data inside it, there is nothing to initialise, and any
/// number of threads may call it at once. Its time grows faster than the length, so it sees the first 64 characters;
/// a password that is weak up to there is weak.
///
/// It compares bytes, and would take each of the two to four bytes of a character beyond ASCII for a choice of its own.
/// So each such character is given to it as one byte, without case, and the personal words likewise.
struct StrengthEstimate {
    /// The binary logarithm of the number of guesses.
    let bits: Double
    /// What makes the password weak, if it is.
    let weakness: PasswordVerdict.Weakness

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

        var lengths: [PasswordVerdict.Weakness: Int32] = [:]
        var next = unsafe matches
        while let match = unsafe next?.pointee {
            unsafe lengths[Self.weakness(of: match.Type), default: 0] += match.Length
            unsafe next = match.Next
        }
        // Whatever personal text there is, is the thing to say; otherwise what makes up most of the password.
        weakness =
            lengths[.personal] != nil
            ? .personal
            : PasswordVerdict.Weakness.allCases.filter { lengths[$0] != nil }
                .max { lengths[$0, default: 0] < lengths[$1, default: 0] } ?? .guessable
    }

    private static func weakness(of type: ZxcTypeMatch_t) -> PasswordVerdict.Weakness {
        switch ZxcTypeMatch_t(type.rawValue & ~MULTIPLE_MATCH.rawValue) {
        case USER_MATCH, USER_LEET_MATCH: .personal
        case DICTIONARY_MATCH, DICT_LEET_MATCH: .common
        case REPEATS_MATCH, SEQUENCE_MATCH, SPATIAL_MATCH, DATE_MATCH, YEAR_MATCH: .pattern
        default: .guessable
        }
    }

    /// The texts themselves and their parts of three characters or more, without duplicates.
    private static func words(in personal: [String]) -> [String] {
        var seen: Set<String> = []
        let parts = personal.flatMap { text in
            [text] + text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        return Array(parts.filter { $0.count >= 3 && seen.insert($0).inserted }.prefix(wordLimit))
    }

    /// One byte for each character, ended by a zero.
    private static func encode(_ text: String) -> [CChar] {
        let bytes = Password(text).text.unicodeScalars.prefix(characterLimit).compactMap { scalar -> CChar? in
            guard !scalar.isASCII else { return scalar.value == 0 ? nil : CChar(scalar.value) }
            let lowercase = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            return CChar(bitPattern: 0x80 | UInt8(lowercase.value & 0x7F))
        }
        return bytes + [0]
    }

    /// Calls `body` with an array of C strings as the library wants it: one after the other, a null pointer at the end.
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
