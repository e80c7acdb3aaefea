package import Foundation

extension Parameters {
    /// The limits of a form or query.
    package struct Limits: Sendable {
        /// The maximum number of parameters.
        package var count: Int
        /// The maximum length of a name in bytes.
        package var name: Int
        /// The maximum length of a value in bytes.
        package var value: Int

        package init(count: Int, name: Int, value: Int) {
            self.count = count
            self.name = name
            self.value = value
        }

        package static let standard = Limits(count: 100, name: 256, value: 16 * 1024)

        /// Decodes a name, checking its length before and after: an encoded byte takes at most three bytes.
        fileprivate func name(of text: ArraySlice<UInt8>) throws(WireError) -> String {
            let name = text.count <= 3 * name ? try FormCoding.decode(text) : nil
            guard let name, name.utf8.count <= self.name else { throw nameTooLong }
            return name
        }

        fileprivate func value(of text: ArraySlice<UInt8>) throws(WireError) -> String {
            let value = text.count <= 3 * value ? try FormCoding.decode(text) : nil
            guard let value, value.utf8.count <= self.value else { throw valueTooLong }
            return value
        }

        var nameTooLong: WireError { WireError("The name of a parameter exceeds \(name) bytes.") }

        var valueTooLong: WireError { WireError("The value of a parameter exceeds \(value) bytes.") }
    }

    /// Parses `application/x-www-form-urlencoded` text: the body of a form or the query of a URL.
    ///
    /// - Throws: `WireError` if an escape is truncated or not hexadecimal, if a name or value is not UTF-8 or contains
    ///   a NUL or more than 30 combining marks in a row, or if a limit is exceeded.
    package init(formEncoded text: some StringProtocol, limits: Limits = .standard) throws(WireError) {
        var elements: [Element] = []
        for part in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
            guard elements.count < limits.count else {
                throw WireError("There are more than \(limits.count) parameters.")
            }
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try limits.name(of: pair[0])
            let value = pair.count > 1 ? try limits.value(of: pair[1]) : ""
            elements.append(Element(name: name, value: value))
        }
        self.init(elements)
    }

    /// The parameters as `application/x-www-form-urlencoded` text.
    ///
    /// A space is written as `%20`, which form parsers and URL parsers both decode.
    package var formEncoded: String {
        elements.map { FormCoding.encode($0.name) + "=" + FormCoding.encode($0.value) }.joined(separator: "&")
    }

    /// The parameters as form text with `+` for a space, which only form parsers decode.
    package var formEncodedWithPlus: String {
        // A percent sign in a value is escaped itself, so `%20` can only be a space.
        formEncoded.replacing("%20", with: "+")
    }
}

extension Parameters {
    /// The maximum length of a part's header in bytes.
    private static let maxHeadLength = 1024

    /// Parses `multipart/form-data` (RFC 7578), the default encoding of `FormData` in browsers.
    ///
    /// - Throws: `WireError` if the body is incomplete, contains a file or an unnamed part, is not UTF-8, contains a
    ///   NUL or more than 30 combining marks in a row, or exceeds a limit.
    package init(multipart body: Data, boundary: String, limits: Limits = .standard) throws(WireError) {
        let body = [UInt8](body)
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
        var elements: [Element] = []
        for (start, next) in zip(delimiters, delimiters.dropFirst()) {
            // The line break before a delimiter is part of the delimiter.
            let part = body[min(start + delimiter.count, next - 2)..<next - 2]
            elements.append(try Self.element(of: part, limits))
        }
        self.init(elements)
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

    private static func element(of part: ArraySlice<UInt8>, _ limits: Limits) throws(WireError) -> Element {
        let blank = Array("\r\n\r\n".utf8)
        let head = part.prefix(maxHeadLength).indices.first { part[$0...].starts(with: blank) }
        guard let head, !part.contains(0) else { throw WireError("A part of the form is not text.") }
        let body = part[(head + blank.count)...]
        guard body.count <= limits.value else { throw limits.valueTooLong }
        guard let fields = String(validating: part[..<head], as: UTF8.self),
            let value = String(validating: body, as: UTF8.self)
        else { throw WireError("A part of the form is not text.") }
        guard StreamSafeText.admits(fields), StreamSafeText.admits(value) else {
            throw WireError("A part of the form contains more than 30 combining marks in a row.")
        }
        guard let name = Self.name(in: fields), !name.isEmpty else {
            throw WireError("A part of the form has no name, or is a file.")
        }
        guard name.utf8.count <= limits.name else { throw limits.nameTooLong }
        return Element(name: name, value: value)
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
