extension Parameters {
    /// How much one form or query may hold.
    package struct Limits: Sendable {
        /// The most parameters.
        package var count: Int
        /// The most bytes in a name.
        package var name: Int
        /// The most bytes in a value.
        package var value: Int

        package init(count: Int, name: Int, value: Int) {
            self.count = count
            self.name = name
            self.value = value
        }

        package static let standard = Limits(count: 100, name: 256, value: 16 * 1024)

        /// Decodes a name, whose length is checked before and after: an encoded byte takes three bytes at most.
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

        var nameTooLong: WireError { WireError("The name of a parameter is longer than \(name) bytes.") }

        var valueTooLong: WireError { WireError("The value of a parameter is longer than \(value) bytes.") }
    }

    /// Reads `application/x-www-form-urlencoded` text, the body of a form or the query of a URL.
    ///
    /// - Throws: `WireError` when an escape is cut off or not hexadecimal, when a name or value is not UTF-8, holds a
    ///   NUL or more than 30 combining marks in a row, or when there is more than the limits allow.
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
    /// A space becomes `%20`, which readers of forms and readers of plain URLs both understand.
    package var formEncoded: String {
        elements.map { FormCoding.encode($0.name) + "=" + FormCoding.encode($0.value) }.joined(separator: "&")
    }

    /// The same with `+` for a space, as readers of forms alone understand it.
    package var formEncodedWithPlus: String {
        // A percent sign of a value is an escape itself, so this can only be a space.
        formEncoded.replacing("%20", with: "+")
    }
}
