/// A JSON array in the format of ``Output/json(_:)`` that is written one element at a time, so that a long one needs no
/// memory.
package struct JSONArrayWriter {
    private let output: Output
    /// The last element, which is written with a comma if another one follows.
    private var last: String?

    package init(to output: Output) {
        self.output = output
    }

    /// Writes the next element.
    package mutating func append(_ value: some Encodable) throws {
        output.line(last.map { $0 + "," } ?? "[")
        last = try Output.jsonText(of: value).split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    }

    /// Writes the end of the array.
    package mutating func end() {
        guard let last else { return output.line("[]") }
        output.line(last)
        output.line("]")
        self.last = nil
    }
}
