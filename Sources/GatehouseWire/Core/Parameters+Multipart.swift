package import Foundation

extension Parameters {
    /// The most bytes in the head of a part.
    private static let longestHead = 1024

    /// Reads `multipart/form-data` (RFC 7578), as a page sends a form object that nobody has turned into text.
    ///
    /// - Throws: `WireError` when it is cut off, has a file or a part without a name, is not UTF-8, holds a NUL or more
    ///   than 30 combining marks in a row, or holds more than the limits allow.
    package init(multipart body: Data, boundary: String, limits: Limits = .standard) throws(WireError) {
        let body = [UInt8](body)
        let delimiter = Array("--\(boundary)".utf8)
        let delimiters = Self.lines(of: body).filter { body[$0...].starts(with: delimiter) }
        guard (1...70).contains(boundary.utf8.count), let last = delimiters.last,
            body[(last + delimiter.count)...].starts(with: "--".utf8)
        else {
            throw WireError("The form is cut off.")
        }
        guard delimiters.count - 1 <= limits.count else {
            throw WireError("There are more than \(limits.count) parameters.")
        }
        var elements: [Element] = []
        for (start, next) in zip(delimiters, delimiters.dropFirst()) {
            // The line break before a delimiter belongs to it.
            let part = body[min(start + delimiter.count, next - 2)..<next - 2]
            elements.append(try Self.element(of: part, limits))
        }
        self.init(elements)
    }

    /// The positions at which lines begin.
    private static func lines(of body: [UInt8]) -> [Int] {
        var lines = [0]
        for position in body.indices.dropFirst()
        where body[position] == UInt8(ascii: "\n") && body[position - 1] == UInt8(ascii: "\r") {
            lines.append(position + 1)
        }
        return lines
    }

    private static func element(of part: ArraySlice<UInt8>, _ limits: Limits) throws(WireError) -> Element {
        let blank = Array("\r\n\r\n".utf8)
        let head = part.prefix(longestHead).indices.first { part[$0...].starts(with: blank) }
        guard let head, !part.contains(0) else { throw WireError("A part of the form is not text.") }
        let body = part[(head + blank.count)...]
        guard body.count <= limits.value else { throw limits.valueTooLong }
        guard let fields = String(validating: part[..<head], as: UTF8.self),
            let value = String(validating: body, as: UTF8.self)
        else { throw WireError("A part of the form is not text.") }
        guard StreamSafeText.admits(fields), StreamSafeText.admits(value) else {
            throw WireError("A part of the form holds more than 30 combining marks in a row.")
        }
        guard let name = Self.name(in: fields), !name.isEmpty else {
            throw WireError("A part of the form has no name, or is a file.")
        }
        guard name.utf8.count <= limits.name else { throw limits.nameTooLong }
        return Element(name: name, value: value)
    }

    /// The name in `Content-Disposition: form-data; name="…"`, unless it is a file's.
    private static func name(in fields: String) -> String? {
        let folded = fields.lowercased()
        guard !folded.contains("filename"), let kind = folded.firstRange(of: "form-data;") else { return nil }
        let offset = folded.utf8.distance(from: folded.startIndex, to: kind.upperBound)
        let rest = fields.utf8.dropFirst(offset).drop { $0 == UInt8(ascii: " ") }
        guard Substring(rest.prefix(5)).lowercased() == "name=", rest.dropFirst(5).first == UInt8(ascii: "\"") else {
            return nil
        }
        let quoted = rest.dropFirst(6)
        guard let end = quoted.firstIndex(where: { [UInt8(ascii: "\""), 0x0D, 0x0A].contains($0) }),
            quoted[end] == UInt8(ascii: "\"")
        else { return nil }
        return String(Substring(quoted[..<end]))
    }
}
