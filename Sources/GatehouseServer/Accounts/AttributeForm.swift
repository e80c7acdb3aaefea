package import GatehouseStore
package import GatehouseWire

package typealias AttributeKind = ClientAttribute.Kind

/// The attributes that a client requests, validated by type and pattern.
package struct AttributeForm: Sendable {
    /// The maximum length of a text, in Unicode scalars, which bounds the work of patterns.
    package static let maximumLength = 512

    package let attributes: [ClientAttribute]

    package init(_ attributes: [ClientAttribute]) {
        self.attributes = attributes
    }

    /// The numbers of the form's pages, in order.
    package var pages: [Int] { Set(attributes.map(\.page)).sorted() }

    /// Returns the fields of a page, in the client's order.
    package func fields(on page: Int) -> [ClientAttribute] { attributes.filter { $0.page == page } }

    /// Returns the number of the next page.
    package func page(after page: Int) -> Int? { pages.first { $0 > page } }

    /// Returns the first page with a required attribute that the account lacks.
    package func firstPage(missingFrom known: [String: JSONValue]) -> Int? {
        attributes.filter { $0.isRequired && known[$0.name] == nil }.map(\.page).min()
    }

    /// Validates the input of one page.
    ///
    /// Fields of other pages are ignored.
    ///
    /// - Throws: ``AttributeErrors`` with all invalid fields.
    package func check(_ typed: [String: String], page: Int) throws(AttributeErrors) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        var problems: [String: AttributeError] = [:]
        for attribute in fields(on: page) {
            do {
                if let value = try Self.value(of: attribute, typed: typed[attribute.name]) {
                    values[attribute.name] = value
                }
            } catch {
                problems[attribute.name] = error
            }
        }
        guard problems.isEmpty else { throw AttributeErrors(problems: problems) }
        return values
    }

    /// Validates attributes of any page; empty values are ignored.
    ///
    /// - Throws: ``AttributeErrors`` with all invalid values and all attributes that the client does
    ///   not request.
    package func check(given: [String: JSONValue]) throws(AttributeErrors) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        let unknown = given.filter { $0.value != .null }.keys.filter { name in !attributes.contains { $0.name == name }
        }
        var problems = Dictionary(uniqueKeysWithValues: unknown.map { ($0, AttributeError.notRequested) })
        for attribute in attributes {
            guard let value = given[attribute.name], value != .null else { continue }
            do throws(AttributeError) {
                guard let text = value.typed else { throw .notA(attribute.kind) }
                guard !text.allSatisfy(\.isWhitespace) else { continue }
                values[attribute.name] = try Self.value(of: attribute, typed: text)
            } catch {
                problems[attribute.name] = error
            }
        }
        guard problems.isEmpty else { throw AttributeErrors(problems: problems) }
        return values
    }

    /// Validates one value.
    ///
    /// Returns `nil` for an empty value of an optional attribute.
    static func value(of attribute: ClientAttribute, typed: String?) throws(AttributeError) -> JSONValue? {
        guard (typed ?? "").utf8.count <= 8 * maximumLength else { throw .tooLong(maximum: maximumLength) }
        let text = (typed ?? "").trimmingWhitespace
        if attribute.kind == .boolean { return try boolean(text, required: attribute.isRequired) }
        guard !text.isEmpty else {
            if attribute.isRequired { throw .missing }
            return nil
        }
        guard text.unicodeScalars.count <= maximumLength else { throw .tooLong(maximum: maximumLength) }
        guard SingleLineText.admits(text) else { throw .notA(attribute.kind) }
        if let pattern = attribute.pattern {
            guard let pattern = AttributePattern(pattern), pattern.matches(text) else { throw .patternMismatch }
        }
        switch attribute.kind {
        case .text: return .string(text)
        case .email:
            guard let address = EmailAddress(text) else { throw .notA(.email) }
            return .string(address.normalized)
        case .number:
            if let number = Int64(text) { return .integer(number) }
            guard let number = Double(text), number.isFinite else { throw .notA(.number) }
            return .double(number)
        case .date:
            guard CalendarDate(text) != nil else { throw .notA(.date) }
            return .string(text)
        case .choice:
            guard attribute.options.contains(text) else { throw .notA(.choice) }
            return .string(text)
        case .boolean: return nil
        }
    }

    /// Parses a checkbox: unchecked boxes are not submitted, and required ones must be checked.
    private static func boolean(_ text: String, required: Bool) throws(AttributeError) -> JSONValue? {
        switch text.lowercased() {
        case "true", "on", "1", "yes": return true
        case "false", "off", "0", "no", "":
            if required { throw .missing }
            return false
        default: throw .notA(.boolean)
        }
    }
}

extension AttributeError: Error {}

/// The invalid attributes of an input.
package struct AttributeErrors: Error, Sendable, Equatable {
    /// The reasons by attribute name.
    package let problems: [String: AttributeError]

    package init(problems: [String: AttributeError]) { self.problems = problems }
}

extension JSONValue {
    /// The text that a form field would submit; `nil` for values that no field can hold.
    fileprivate var typed: String? {
        switch self {
        case .string(let text): text
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .array(let elements):
            elements.allSatisfy { $0.string != nil } ? elements.compactMap(\.string).joined(separator: ",") : nil
        case .object, .null: nil
        }
    }
}

extension String {
    fileprivate var trimmingWhitespace: String {
        let trimmed = drop(while: \.isWhitespace)
        guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(trimmed[...last])
    }
}

/// The reason that an attribute's value is invalid.
package enum AttributeError: Sendable, Equatable {
    case missing
    /// The client does not request this attribute.
    case notRequested
    case tooLong(maximum: Int)
    /// The value is not an email address, number, date or one of the choices.
    case notA(AttributeKind)
    /// The value does not match the client's pattern.
    case patternMismatch
}

/// A day of the Gregorian calendar in the format `YYYY-MM-DD` (ISO 8601-1; `birthdate` of OpenID Connect Core §5.1).
package struct CalendarDate: Sendable, Equatable {
    package let year: Int
    package let month: Int
    package let day: Int

    package init?(_ text: String) {
        guard text.utf8.count == 10 else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            year > 0, (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) ? 29 : 28
        default: 31
        }
    }
}
