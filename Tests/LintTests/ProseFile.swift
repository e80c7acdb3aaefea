import Foundation

/// A Markdown file or a Python script.
struct ProseFile: Sendable {
    /// The path from the repository root, such as `docs/clients.md`.
    let path: String
    let text: String

    private static let limit = 120

    /// The numbers of the lines of prose with more than 120 columns.
    var longLines: [Int] {
        path.hasSuffix(".py") ? longComments : longParagraphLines
    }

    /// The long lines of Markdown outside headings, tables, images, code blocks and lines with a link.
    private var longParagraphLines: [Int] {
        var numbers: [Int] = []
        var isCode = false
        for (number, line) in lines {
            let content = line.drop { $0 == " " }
            if content.hasPrefix("```") { isCode.toggle() }
            let isExempt =
                isCode || line.hasPrefix("    ") || ["#", "|", "<img"].contains { content.hasPrefix($0) }
                || ["](", "://"].contains { line.contains($0) }
            if !isExempt, line.count > Self.limit { numbers.append(number) }
        }
        return numbers
    }

    private var longComments: [Int] {
        lines.filter { _, line in
            line.drop { $0 == " " }.hasPrefix("#") && line.count > Self.limit && !line.contains("://")
        }
        .map(\.0)
    }

    private var lines: [(Int, Substring)] {
        Array(zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)))
    }
}
