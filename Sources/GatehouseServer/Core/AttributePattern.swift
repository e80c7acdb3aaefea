import CPCRE2

/// A regular expression that must match an attribute's whole value, with bounded work.
///
/// Operators provide patterns and any user provides values. PCRE2 backtracks, without end for patterns such as
/// `(a+)+b`; after ``maximumSteps`` it gives up, which counts as no match.
@safe struct AttributePattern: ~Copyable {
    /// The maximum length of a pattern, in Unicode scalars.
    static let maximumLength = 512
    /// The maximum number of steps per match, which take a few milliseconds.
    private static let maximumSteps: UInt32 = 100_000
    /// The maximum memory per match, in KiB.
    private static let maximumMemory: UInt32 = 4_096

    private let code: OpaquePointer

    /// - Returns: `nil` if the pattern is invalid or too large.
    init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.maximumLength else { return nil }
        // `\C` is rejected: it matches single bytes of a character.
        let options = PCRE2_UTF | PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C
        var (error, offset): (Int32, Int) = (0, 0)
        let bytes = Array(text.utf8)
        guard let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil) else { return nil }
        unsafe self.code = code
    }

    deinit { unsafe pcre2_code_free_8(code) }

    /// Returns whether the whole text matches.
    func matches(_ text: String) -> Bool {
        guard let match = unsafe pcre2_match_data_create_8(1, nil) else { return false }
        defer { unsafe pcre2_match_data_free_8(match) }
        guard let limits = unsafe pcre2_match_context_create_8(nil) else { return false }
        defer { unsafe pcre2_match_context_free_8(limits) }
        unsafe pcre2_set_match_limit_8(limits, Self.maximumSteps)
        unsafe pcre2_set_heap_limit_8(limits, Self.maximumMemory)
        let bytes = Array(text.utf8)
        return unsafe pcre2_match_8(code, bytes, bytes.count, 0, 0, match, limits) >= 0
    }
}
