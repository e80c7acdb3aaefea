import CPCRE2

/// A regular expression that the whole text of an attribute must match, within a bound of work.
///
/// Patterns come from whoever registers clients, and texts from anybody. PCRE2 tries one way after the other, which a pattern such as
/// `(a+)+b` can make it do for ever; it gives up after ``maximumSteps``, and then nothing has matched.
@safe struct AttributePattern: ~Copyable {
    /// Longest pattern, in Unicode scalars.
    static let maximumLength = 512
    /// Most steps of one match: a few milliseconds.
    private static let maximumSteps: UInt32 = 100_000
    /// Most memory of one match, in KiB.
    private static let maximumMemory: UInt32 = 4_096

    private let code: OpaquePointer

    /// - Returns: `nil` when it is not a regular expression, or too large.
    init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.maximumLength else { return nil }
        // `\C` would match a part of a character.
        let options = PCRE2_UTF | PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C
        var (error, offset): (Int32, Int) = (0, 0)
        let bytes = Array(text.utf8)
        guard let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil) else { return nil }
        unsafe self.code = code
    }

    deinit { unsafe pcre2_code_free_8(code) }

    /// Whether the whole text matches.
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
