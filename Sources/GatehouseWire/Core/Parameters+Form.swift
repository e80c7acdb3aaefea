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

    /// Parses `multipart/form-data` (RFC 7578), the default encoding of `FormData` in browsers.
    ///
    /// - Throws: `WireError` if the body is incomplete, contains a file or an unnamed part, is not UTF-8, contains a
    ///   NUL or more than 30 combining marks in a row, or exceeds a limit.
    package init(multipart body: Data, boundary: String, limits: Limits = .standard) throws(WireError) {
        self.init(try MultipartParser(limits: limits).elements(of: [UInt8](body), boundary: boundary))
    }
}
