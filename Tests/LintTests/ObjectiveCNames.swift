import Foundation

/// The names that a source or a header gives to Objective-C, one a line as in `Tests/ObjectiveC/Names`.
///
/// A property is its getter, and its setter if it has one.
struct ObjectiveCNames {
    private(set) var names: [String] = []
    /// The names of asynchronous functions, for which Objective-C would get a completion handler.
    private(set) var asynchronous: [String] = []
    /// The declarations that Objective-C sees under a name that the compiler chooses.
    private(set) var unnamed: [String] = []

    private struct Attribute {
        var name: String
        var isStatic = false
        var isOptional = false
    }

    private static let typeKeywords: Set<String> = ["class", "struct", "enum", "actor", "protocol", "extension"]

    private let tokens: [String]
    /// The types around the current position; `nil` for other braces.
    private var scopes: [String?] = []
    /// The Objective-C names of types whose Swift name differs.
    private var typeNames: [String: String] = [:]
    private var lastValues: [String: Int] = [:]

    init(code: String) {
        let lines = code.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("#") }
        let token = /@objc\([^)]*\)|@?\w+|\n|\S/
        tokens = lines.joined(separator: "\n").replacing("`", with: "").matches(of: token).map { String($0.0) }
        scan()
    }

    private mutating func scan() {
        var attribute: Attribute?
        var type: String?
        for index in tokens.indices {
            let token = tokens[index]
            switch token {
            case "{":
                scopes.append(type)
                type = nil
            case "}": _ = scopes.popLast()
            case "@objc", "@objcMembers": unnamed.append(tokens[index...].prefix(12).joined(separator: " "))
            case "func", "init", "var", "let", "case":
                if let attribute { declare(attribute, token, at: index) }
                attribute = nil
            case "get":
                attribute = nil
            case _ where token.hasPrefix("@objc("):
                attribute = Attribute(name: String(token.dropFirst("@objc(".count).dropLast()))
            case "class" where isMember(tokens[index + 1]), "static": attribute?.isStatic = true
            case "optional": attribute?.isOptional = true
            case _ where Self.typeKeywords.contains(token):
                let name = tokens[index + 1]
                if let attribute { typeNames[name] = attribute.name }
                type = typeNames[name] ?? name
                attribute = nil
            default: break
            }
        }
    }

    private func isMember(_ token: String) -> Bool {
        ["func", "var", "let", "override", "final"].contains(token)
    }

    private mutating func declare(_ attribute: Attribute, _ keyword: String, at index: Int) {
        guard let type = scopes.compactMap(\.self).last else { return }
        let beginning = "\(type) \(attribute.isStatic ? "+" : "-")"
        let end = attribute.isOptional ? " optional" : ""
        switch keyword {
        case "case":
            let value = integer(after: index) ?? lastValues[type].map { $0 + 1 } ?? 0
            lastValues[type] = value
            names.append("\(type) \(attribute.name) = \(value)")
        case "var", "let":
            let accessors = block(after: index)
            names.append(beginning + (getter(in: accessors) ?? attribute.name) + end)
            let isReadOnly = keyword == "let" || (accessors.map { !$0.contains("set") } ?? false)
            let first = attribute.name.prefix(1).uppercased()
            if !isReadOnly { names.append("\(beginning)set\(first)\(attribute.name.dropFirst()):\(end)") }
        default:
            names.append(beginning + attribute.name + end)
            let signature = tokens[index...].prefix { $0 != "{" && $0 != "}" && !$0.hasPrefix("@objc(") }
            if signature.contains("async") { asynchronous.append(beginning + attribute.name) }
        }
    }

    /// Returns the raw value of a case, if its line has one.
    private func integer(after index: Int) -> Int? {
        let value = tokens[index...].prefix { $0 != "\n" }.drop { $0 != "=" }.dropFirst().joined()
        return Int(value.replacing("_", with: ""))
    }

    /// Returns the accessors of a computed property or a requirement; `nil` for a stored property.
    private func block(after index: Int) -> ArraySlice<String>? {
        guard let open = tokens[index...].firstIndex(where: { $0 == "{" || $0 == "\n" || $0 == "=" }),
            tokens[open] == "{"
        else { return nil }
        var depth = 0
        for position in open..<tokens.count {
            if tokens[position] == "{" { depth += 1 }
            if tokens[position] == "}" { depth -= 1 }
            if depth == 0 { return tokens[open...position] }
        }
        return nil
    }

    /// Returns the name that an attribute before `get` gives.
    private func getter(in accessors: ArraySlice<String>?) -> String? {
        let words = (accessors ?? []).filter { $0 != "\n" }
        guard let get = words.firstIndex(of: "get"), get > words.startIndex else { return nil }
        let attribute = words[get - 1]
        return attribute.hasPrefix("@objc(") ? String(attribute.dropFirst("@objc(".count).dropLast()) : nil
    }
}

extension ObjectiveCNames {
    /// Returns the constants, block types, aliases, protocols and options of a hand-written header.
    static func inHeader(_ text: String) -> [String] {
        let code = text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
        var names: [String] = []
        names += code.matches(of: /static NSString \*(?:const )?(\w+) = @("[^"]*");/).map { "const \($0.1) = \($0.2)" }
        names += code.matches(of: /static const \w+ (\w+) = ([^;]+);/).map { "const \($0.1) = \($0.2)" }
        names += code.matches(of: /typedef [^;(]+\(\^(\w+)\)/).map { "typedef \($0.1)" }
        names += code.matches(of: /@compatibility_alias (\w+) (\w+);/).map { "alias \($0.1) \($0.2)" }
        names += code.matches(of: /@protocol (\w+) <(\w+)>/).map { "protocol \($0.1) \($0.2)" }
        for type in code.matches(of: /typedef NS_(?:OPTIONS|ENUM)\(\w+, (\w+)\) \{([^}]*)\}/) {
            for value in type.2.matches(of: /(\w+) = (\d+)(?: << (\d+))?/) {
                let number = (Int(value.2) ?? 0) << (value.3.flatMap { Int($0) } ?? 0)
                names.append("\(type.1) \(value.1) = \(number)")
            }
        }
        return names
    }

    /// Returns the names in a list, without its headings.
    static func inList(_ text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.trimmingPrefix(" ")) }
    }
}
