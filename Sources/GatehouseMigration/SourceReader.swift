/// The v2 API uses and declarations of one source file, before those of other files are known.
package struct SourceReading: Sendable {
    package internal(set) var uses: [LegacyUse] = []
    /// The types and constants that the file declares under names of the SDK.
    package internal(set) var declarations: Set<String> = []
    /// Whether the file contains a name that is unique to the SDK.
    package internal(set) var isSDKInSight = false
    /// The headers that it imports with quotation marks.
    package internal(set) var headers: Set<String> = []
}

/// A reader that finds the uses of the v2 API among the tokens of one file.
package struct SourceReader {
    private let isSwift: Bool
    private let tokens: TokenList
    private var reading = SourceReading()
    /// The tokens of uses already found.
    private var consumed: Set<Int> = []
    private var variables: [Variable] = []

    /// A variable with a type of the SDK, as far as can be inferred.
    private struct Variable {
        let name: String
        let type: String
        let scope: Range<Int>
    }

    /// Reads a source file.
    package static func read(_ bytes: [UInt8], in language: SourceLanguage) -> SourceReading {
        var reader = SourceReader(isSwift: language == .swift, tokens: TokenList(language.tokens(of: bytes)))
        reader.read()
        return reader.reading
    }

    private init(isSwift: Bool, tokens: TokenList) {
        self.isSwift = isSwift
        self.tokens = tokens
    }

    private mutating func read() {
        for index in tokens.indices where !consumed.contains(index) {
            switch tokens.kind(index) {
            case .identifier: readIdentifier(at: index)
            case .include(let isQuoted): readInclude(at: index, isQuoted: isQuoted)
            default: break
            }
        }
        reading.uses.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private mutating func readIdentifier(at index: Int) {
        let name = tokens[index]
        if name == "import" { return readImport(at: index) }
        guard let symbol = LegacySymbol.catalog[name] else { return readMember(at: index) }
        switch symbol.kind {
        case .callback: readCallback(at: index)
        case .type, .constant, .option:
            if let isGlobal = isSwift ? isSwiftDeclaration(index) : isObjectiveCDeclaration(index) {
                if isGlobal { reading.declarations.insert(name) }
                return
            }
            // A member of another type or module: `Other.APIError` or `.APIError`.
            if isSwift, tokens[index - 1] == ".", tokens[index - 2] != Self.module { return }
            if symbol.kind == .type { readType(at: index) } else { add(name, name, at: index) }
        default: readMember(at: index)
        }
    }

    /// Adds a use of the symbol with this name in the catalog, found as the given code.
    private mutating func add(_ symbol: String, _ code: String, subject: String? = nil, at index: Int) {
        guard let symbol = LegacySymbol.catalog[symbol] else { return }
        if symbol.evidence == .itself { reading.isSDKInSight = true }
        reading.uses.append(LegacyUse(symbol, code, subject: subject ?? tokens[index], at: tokens.token(index)))
    }

    // MARK: Imports

    private static let module = "LoginWithAmazon"

    /// The headers of the SDK that can be imported individually.
    private static let headers: Set = [
        "AIMobileLib.h", "AIAuthenticationDelegate.h", "AIError.h", "AMZNLWAMobileLib.h",
        "AMZNLWAAuthenticationDelegate.h", "AMZNLWAError.h", "LoginWithAmazon.h",
    ]

    private mutating func readInclude(at index: Int, isQuoted: Bool) {
        let path = tokens[index]
        let file = path.split(separator: "/").last.map(String.init) ?? path
        if isQuoted { reading.headers.insert(file) }
        if Self.headers.contains(file) || path.hasPrefix(Self.module + "/") {
            add("#import", isQuoted ? "#import \"\(path)\"" : "#import <\(path)>", at: index)
        }
    }

    private mutating func readImport(at index: Int) {
        let kinds: Set = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
        let module = isSwift && kinds.contains(tokens[index + 1]) ? index + 2 : index + 1
        guard tokens[module] == Self.module, isSwift || tokens[index - 1] == "@" else { return }
        reading.isSDKInSight = true
        var last = module
        while tokens[last + 1] == ".", tokens.isIdentifier(last + 2) { last += 2 }
        consumed.formUnion(module...last)
        let path = (module...last).map { tokens[$0] }.joined()
        add(isSwift ? "import" : "#import", "\(isSwift ? "" : "@")import \(path)", at: index)
    }

    // MARK: Declarations of the app

    /// Returns whether the declaration belongs to the module, or `nil` for a use.
    private func isSwiftDeclaration(_ index: Int) -> Bool? {
        let introducers: Set = ["class", "struct", "enum", "protocol", "actor", "typealias", "let", "var"]
        if introducers.contains(tokens[index - 1]) { return tokens.isOutsideBraces(index) }
        return ["func", "case", "associatedtype"].contains(tokens[index - 1]) ? false : nil
    }

    /// Returns `true` for a declaration, or `nil` for a use.
    private func isObjectiveCDeclaration(_ index: Int) -> Bool? {
        let (before, after) = (tokens[index - 1], tokens[index + 1])
        let isDeclared =
            if ["interface", "protocol"].contains(before), tokens[index - 2] == "@" {
                // A category extends a class, and a forward declaration of a protocol declares nothing.
                !["(", ";", ","].contains(after)
            } else {
                (before == "," && ["NS_ENUM", "NS_ERROR_ENUM", "NS_OPTIONS"].contains(tokens[index - 4]))
                    || (["struct", "enum"].contains(before) && after == "{") || (before == "}" && after == ";")
            }
        return isDeclared ? true : nil
    }

    // MARK: Types

    private mutating func readType(at index: Int) {
        let name = tokens[index]
        switch name {
        case "AIMobileLib", "AMZNLWAMobileLib", "AMZNMobileLib": readCall(at: index)
        case "AIAuthenticationDelegate", "AMZNLWAAuthenticationDelegate":
            add(isConformance(index) ? ":" + name : name, name, at: index)
        case "API": readEnumeration(at: index)
        case "APIResult" where isCreation(index, label: "resultFor"):
            let call = isSwift ? "APIResult(resultFor:andResult:)" : "-[APIResult initResultFor:andResult:]"
            add("APIResult()", call, at: index)
        case "APIError" where isCreation(index, label: "errorFor"):
            let call = isSwift ? "APIError(errorFor:andError:)" : "-[APIError initErrorFor:andError:]"
            add("APIError()", call, at: index)
        default:
            declareVariable(ofType: index)
            add(name, name, at: index)
        }
    }

    /// Reads the enumeration `API`; an app may have a type or macro of this name.
    private mutating func readEnumeration(at index: Int) {
        let (next, member) = (tokens[index + 1], tokens[index + 2])
        let constant = "kAPI" + member.prefix(1).uppercased() + member.dropFirst()
        if isSwift, next == ".", LegacySymbol.catalog[constant] != nil {
            consumed.insert(index + 2)
            add("API", "API.\(member)", at: index)
        } else if isSwift
            ? tokens[index - 1] == ":" && next != "."
            : tokens.isIdentifier(next == ")" ? index + 2 : index + 1) && tokens[index - 1] != "["
        {
            add("API", "API", at: index)
        }
    }

    /// Returns whether a value is created: `APIResult(resultFor:…)` or `[[APIResult alloc] initResultFor:…]`.
    private func isCreation(_ index: Int, label: String) -> Bool {
        if isSwift {
            let open = tokens[index + 1] == "." && tokens[index + 2] == "init" ? index + 3 : index + 1
            return tokens[open] == "(" && tokens[open + 1] == label
        }
        let initializer = "init" + label.prefix(1).uppercased() + label.dropFirst()
        return (-1...3).map { tokens[index + $0] } == ["[", tokens[index], "alloc", "]", initializer]
    }

    /// Returns whether the protocol is among the inherited types of a declaration.
    private func isConformance(_ index: Int) -> Bool {
        let introducers: Set = ["class", "struct", "enum", "extension", "protocol", "actor", "interface"]
        let others: Set = [
            "let", "var", "func", "typealias", "case", "where", "as", "is", "in", "return", "some", "any",
        ]
        var isInList = isSwift
        for position in (0..<index).reversed() {
            let text = tokens[position]
            if introducers.contains(text) { return isInList && (isSwift || tokens[position - 1] == "@") }
            if text == "<" { isInList = true }
            switch tokens.kind(position) {
            case .identifier where !isSwift || !others.contains(text): continue
            case .symbol where (isSwift ? ",:.&<>@" : ",:<()").contains(text): continue
            default: return false
            }
        }
        return false
    }

    // MARK: Calls

    private mutating func readCall(at index: Int) {
        let library = tokens[index]
        let isMessage = !isSwift && tokens[index - 1] == "[" && tokens[index + 1] != "."
        let method = isMessage ? index + 1 : index + 2
        let name = tokens[method]
        guard isMessage || tokens[index + 1] == ".", LegacySymbol.catalog[name]?.kind == .call else {
            return add(library, library, at: index)
        }
        consumed.insert(method)
        if isMessage {
            let end = tokens.closing(index - 1)
            addCall(name, "+[\(library) \(selector(method, end))]", arguments: method..<end, at: index)
        } else if isSwift, tokens[method + 1] == "(" {
            let end = tokens.closing(method + 1)
            let labels = swiftLabels(method + 1, end).map { $0 + ":" }.joined()
            addCall(name, "\(library).\(name)(\(labels))", arguments: method..<end, at: index)
        } else {
            add(name, "\(library).\(name)", at: index)
        }
    }

    /// Adds a call of the library class; its options affect the replacement.
    private mutating func addCall(_ method: String, _ code: String, arguments: Range<Int>, at index: Int) {
        let options = arguments.map { tokens[$0] }.filter { LegacySymbol.catalog[$0]?.kind == .option }
        if method.hasPrefix("getAccessToken"), options.contains(where: { $0.hasSuffix("ForceRefresh") }) {
            return add("getAccessToken+refresh", code, at: index)
        }
        add(method, code, at: index)
        for option in options.compactMap({ LegacySymbol.catalog[$0] }) {
            reading.uses[reading.uses.count - 1].replacement += ", " + option.replacement
        }
    }

    /// Returns the labels of a call, or of a method referenced by its full name.
    private func swiftLabels(_ open: Int, _ close: Int) -> [String] {
        var labels: [String] = []
        var isAtStart = true
        var position = open + 1
        while position < close {
            let isLabel = tokens.isIdentifier(position) && tokens[position + 1] == ":"
            if isAtStart { labels.append(isLabel ? tokens[position] : "_") }
            if isAtStart, isLabel {
                position += 2
                // A reference without arguments: `getProfile(_:withOptions:)`.
                isAtStart = tokens.isIdentifier(position) && tokens[position + 1] == ":"
            } else {
                isAtStart = tokens[position] == ","
                position = tokens.isOpening(position) ? tokens.closing(position) + 1 : position + 1
            }
        }
        return labels
    }

    /// Returns the selector of a message, from its first word after the receiver to the closing bracket.
    private mutating func selector(_ first: Int, _ close: Int) -> String {
        guard tokens[first + 1] == ":" else { return tokens[first] }
        var selector = ""
        var conditionals = 0
        var position = first
        while position < close {
            if tokens[position] == "?" { conditionals += 1 }
            if tokens[position] == ":", conditionals > 0 {
                conditionals -= 1
            } else if tokens[position] == ":" {
                let hasName = tokens.isIdentifier(position - 1)
                if hasName { consumed.insert(position - 1) }
                selector += (hasName ? tokens[position - 1] : "") + ":"
            }
            position = tokens.isOpening(position) ? tokens.closing(position) + 1 : position + 1
        }
        return selector
    }

    // MARK: Delegates

    private mutating func readCallback(at index: Int) {
        let name = tokens[index]
        let open = isSwift ? index + 1 : index + 2
        guard tokens[open] == "(", tokens[index - 1] == (isSwift ? "func" : ")"), isSwift || tokens[index + 1] == ":"
        else { return }
        let parameter = name == "requestDidFail" ? "APIError" : "APIResult"
        guard let type = (open..<tokens.closing(open)).first(where: { tokens[$0] == parameter }) else { return }
        consumed.insert(type)
        declareVariable(ofType: type)
        add(name, isSwift ? "\(name)(_:)" : "-\(name):", at: index)
    }

    // MARK: Variables

    /// Records a variable or parameter with an explicit type: `result: APIResult`, `(APIResult *)result` or
    /// `AIError *error`.
    private mutating func declareVariable(ofType index: Int) {
        var name: Int
        let isParameter: Bool
        if isSwift {
            let first = tokens[index - 1] == "." ? index - 2 : index
            guard tokens[first - 1] == ":" else { return }
            name = first - 2
            isParameter = !["let", "var"].contains(tokens[name - 1])
        } else {
            let qualifiers: Set = ["_Nonnull", "_Nullable", "__nonnull", "__nullable", "const", "__strong", "__weak"]
            guard tokens[index + 1] == "*" else { return }
            name = index + 2
            while qualifiers.contains(tokens[name]) { name += 1 }
            isParameter = tokens[name] == ")"
            if isParameter { name += 1 }
        }
        guard tokens.isIdentifier(name) else { return }
        let type = tokens[index] == "AMZNLWAError" ? "AIError" : tokens[index]
        let scope = isParameter ? tokens.bodyAfterParameter(index) : tokens.restOfBlock(index)
        variables.append(Variable(name: tokens[name], type: type, scope: scope))
    }

    /// Reads a member of an SDK variable; chains such as `error.code` count once.
    private mutating func readMember(at index: Int) {
        let name = tokens[index]
        guard tokens[index - 1] != ".", let member = self.member(after: index),
            let type = variables.last(where: { $0.name == name && $0.scope.contains(index) })?.type
        else { return }
        let symbol = "\(type).\(tokens[member])"
        guard LegacySymbol.catalog[symbol] != nil else { return }
        consumed.insert(member)
        let code = "\(name).\(tokens[member])"
        guard symbol == "APIError.error" else { return add(symbol, code, subject: type, at: index) }
        if let inner = self.member(after: member), LegacySymbol.catalog["AIError.\(tokens[inner])"] != nil {
            consumed.insert(inner)
            return add("AIError.\(tokens[inner])", "\(code).\(tokens[inner])", subject: type, at: index)
        }
        add(symbol, code, subject: type, at: index)
        // `if let error = failure.error`
        if tokens[index - 1] == "=", tokens.isIdentifier(index - 2), ["let", "var"].contains(tokens[index - 3]) {
            let scope = tokens.restOfBlock(member + 1)
            variables.append(Variable(name: tokens[index - 2], type: "AIError", scope: scope))
        }
    }

    /// Returns the index of the member that is read: `value.member`, `value?.member`, `[value member]` or
    /// `[value member].other`.
    private func member(after index: Int) -> Int? {
        var position = index + 1
        if isSwift {
            while ["?", "!"].contains(tokens[position]) { position += 1 }
        } else {
            let isClosed = tokens[position] == "]"
            if isClosed { position += 1 }
            if tokens.isIdentifier(position), tokens[position + 1] == "]" { return position }
        }
        return tokens[position] == "." && tokens.isIdentifier(position + 1) ? position + 1 : nil
    }
}
