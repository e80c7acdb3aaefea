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
    }

    /// Reads `application/x-www-form-urlencoded` text, the body of a form or the query of a URL.
    ///
    /// - Throws: `WireError` when an escape is cut off or not hexadecimal, when a name or value is not UTF-8 or holds a
    ///   NUL, or when there is more than the limits allow.
    package init(formEncoded text: some StringProtocol, limits: Limits = .standard) throws(WireError) {
        var elements: [Element] = []
        for part in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
            guard elements.count < limits.count else {
                throw WireError("There are more than \(limits.count) parameters.")
            }
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try FormCoding.decode(pair[0])
            guard name.utf8.count <= limits.name else {
                throw WireError("The name of a parameter is longer than \(limits.name) bytes.")
            }
            let value = pair.count > 1 ? try FormCoding.decode(pair[1]) : ""
            guard value.utf8.count <= limits.value else {
                throw WireError("The value of a parameter is longer than \(limits.value) bytes.")
            }
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
