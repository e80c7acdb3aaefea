package import GatehouseStore
package import GatehouseWire

package typealias AttributeKind = ClientAttribute.Kind

/// The data one client asks for, checked by type and pattern.
package struct AttributeForm: Sendable {
    /// Longest text that is taken, in Unicode scalars.
    ///
    /// Longer is refused before any pattern looks at it.
    package static let maximumLength = 512

    package let attributes: [ClientAttribute]

    package init(_ attributes: [ClientAttribute]) {
        self.attributes = attributes
    }

    /// The pages there are, in order.
    package var pages: [Int] { Set(attributes.map(\.page)).sorted() }

    /// The fields of one page, in the client's order.
    package func fields(on page: Int) -> [ClientAttribute] { attributes.filter { $0.page == page } }

    /// The page after this one.
    package func page(after page: Int) -> Int? { pages.first { $0 > page } }

    /// The first page with a required attribute that the account lacks.
    package func firstPage(missingFrom known: [String: JSONValue]) -> Int? {
        attributes.filter { $0.isRequired && known[$0.name] == nil }.map(\.page).min()
    }

    /// Checks what was typed on one page.
    ///
    /// Fields that are not on it are ignored.
    ///
    /// - Throws: ``TransactionError/attributesRefused(_:)`` with every field that is wrong.
    package func check(_ typed: [String: String], page: Int) throws(TransactionError) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        var problems: [String: AttributeProblem] = [:]
        for attribute in fields(on: page) {
            do {
                if let value = try Self.value(of: attribute, typed: typed[attribute.name]) {
                    values[attribute.name] = value
                }
            } catch {
                problems[attribute.name] = error
            }
        }
        guard problems.isEmpty else { throw .attributesRefused(problems) }
        return values
    }

    /// Checks what was given of it, on whichever page; empty values are ignored.
    ///
    /// - Throws: ``TransactionError/attributesRefused(_:)`` with every value that is wrong and every name that the
    ///   client does not ask for.
    package func check(given: [String: JSONValue]) throws(TransactionError) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        let unknown = given.filter { $0.value != .null }.keys.filter { name in !attributes.contains { $0.name == name }
        }
        var problems = Dictionary(uniqueKeysWithValues: unknown.map { ($0, AttributeProblem.notRequested) })
        for attribute in attributes {
            guard let value = given[attribute.name], value != .null else { continue }
            do throws(AttributeProblem) {
                guard let text = value.typed else { throw .notA(attribute.kind) }
                guard !text.allSatisfy(\.isWhitespace) else { continue }
                values[attribute.name] = try Self.value(of: attribute, typed: text)
            } catch {
                problems[attribute.name] = error
            }
        }
        guard problems.isEmpty else { throw .attributesRefused(problems) }
        return values
    }

    /// Checks one value; `nil` when nothing was typed and nothing need be.
    static func value(of attribute: ClientAttribute, typed: String?) throws(AttributeProblem) -> JSONValue? {
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

    /// A box that is not ticked is not sent at all; a required one has to be ticked.
    private static func boolean(_ text: String, required: Bool) throws(AttributeProblem) -> JSONValue? {
        switch text.lowercased() {
        case "true", "on", "1", "yes": return true
        case "false", "off", "0", "no", "":
            if required { throw .missing }
            return false
        default: throw .notA(.boolean)
        }
    }
}

extension AttributeProblem: Error {}

extension JSONValue {
    /// The value as somebody would type it into a form; `nil` for what no form can hold.
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
