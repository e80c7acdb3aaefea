package import Foundation

extension Parameters {
    /// Reads `multipart/form-data` (RFC 7578), as a page sends a form object that nobody has turned into text.
    ///
    /// - Throws: `WireError` when it is cut off, has a file or a part without a name, is not UTF-8, holds a NUL, or holds more than the
    ///   limits allow.
    package init(multipart body: Data, boundary: String, limits: Limits = .standard) throws(WireError) {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter stands at the beginning, where no line ends before it.
        let parts = (Array("\r\n".utf8) + body).split(separator: delimiter, omittingEmptySubsequences: false)
        guard (1...70).contains(boundary.utf8.count), parts.count > 1, parts.last?.starts(with: "--".utf8) == true
        else {
            throw WireError("The form is cut off.")
        }
        guard parts.count - 2 <= limits.count else {
            throw WireError("There are more than \(limits.count) parameters.")
        }
        var elements: [Element] = []
        for part in parts.dropFirst().dropLast() { elements.append(try Self.element(of: part, limits)) }
        self.init(elements)
    }

    private static func element(of part: ArraySlice<UInt8>, _ limits: Limits) throws(WireError) -> Element {
        let halves = part.split(separator: Array("\r\n\r\n".utf8), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let head = String(validating: halves[0], as: UTF8.self),
            let value = String(validating: halves[1], as: UTF8.self), !halves[1].contains(0)
        else { throw WireError("A part of the form is not text.") }
        guard !head.contains("filename"), let match = head.firstMatch(of: /(?i)form-data; *name="([^"\r\n]+)"/) else {
            throw WireError("A part of the form has no name, or is a file.")
        }
        let name = String(match.output.1)
        guard name.utf8.count <= limits.name else {
            throw WireError("The name of a parameter is longer than \(limits.name) bytes.")
        }
        guard value.utf8.count <= limits.value else {
            throw WireError("The value of a parameter is longer than \(limits.value) bytes.")
        }
        return Element(name: name, value: value)
    }
}
