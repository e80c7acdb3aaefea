/// A parser of `multipart/form-data` (RFC 7578) without files.
struct MultipartParser {
    let limits: Parameters.Limits

    /// The maximum length of a part's header in bytes.
    private static let maxHeadLength = 1024

    /// Returns the fields of a form.
    ///
    /// - Throws: `WireError` if the body is incomplete, contains a file or an unnamed part, is not UTF-8, contains a
    ///   NUL or more than 30 combining marks in a row, or exceeds a limit.
    func elements(of body: [UInt8], boundary: String) throws(WireError) -> [Parameters.Element] {
        let delimiter = Array("--\(boundary)".utf8)
        let delimiters = Self.lines(of: body).filter { body[$0...].starts(with: delimiter) }
        guard (1...70).contains(boundary.utf8.count), let last = delimiters.last,
            body[(last + delimiter.count)...].starts(with: "--".utf8)
        else {
            throw WireError("The multipart body is incomplete.")
        }
        guard delimiters.count - 1 <= limits.count else {
            throw WireError("There are more than \(limits.count) parameters.")
        }
        var elements: [Parameters.Element] = []
        for (start, next) in zip(delimiters, delimiters.dropFirst()) {
            // The line break before a delimiter is part of the delimiter.
            let part = body[min(start + delimiter.count, next - 2)..<next - 2]
            elements.append(try element(of: part))
        }
        return elements
    }

    /// Returns the positions of line starts.
    private static func lines(of body: [UInt8]) -> [Int] {
        var lines = [0]
        for position in body.indices.dropFirst()
        where body[position] == UInt8(ascii: "\n") && body[position - 1] == UInt8(ascii: "\r") {
            lines.append(position + 1)
        }
        return lines
    }

    private func element(of part: ArraySlice<UInt8>) throws(WireError) -> Parameters.Element {
        let blank = Array("\r\n\r\n".utf8)
        let head = part.prefix(Self.maxHeadLength).indices.first { part[$0...].starts(with: blank) }
        guard let head, !part.contains(0) else { throw WireError("A part of the form is not text.") }
        let body = part[(head + blank.count)...]
        guard body.count <= limits.value else { throw limits.valueTooLong }
        guard let fields = String(validUTF8: part[..<head]),
            let value = String(validUTF8: body)
        else { throw WireError("A part of the form is not text.") }
        guard StreamSafeText.admits(fields), StreamSafeText.admits(value) else {
            throw WireError("A part of the form contains more than 30 combining marks in a row.")
        }
        guard let name = Self.name(in: fields), !name.isEmpty else {
            throw WireError("A part of the form has no name, or is a file.")
        }
        guard name.utf8.count <= limits.name else { throw limits.nameTooLong }
        return Parameters.Element(name: name, value: value)
    }

    /// Returns the name in `Content-Disposition: form-data; name="…"`, or `nil` for a file.
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
