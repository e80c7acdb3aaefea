/// Why a command could not do its work, in one line that says what to do.
package struct CommandFailure: Error, Sendable, Equatable {
    /// What happened, as a sentence.
    package let message: String
    /// What helps, as a sentence.
    package let advice: String?
    package let status: ExitStatus

    package init(_ message: String, advice: String? = nil, status: ExitStatus = .failure) {
        self.message = message
        self.advice = advice
        self.status = status
    }

    /// Both sentences on one line.
    package var line: String {
        [message, advice].compactMap(\.self).joined(separator: " ").split(whereSeparator: \.isNewline).joined(
            separator: " "
        ).printable
    }
}
