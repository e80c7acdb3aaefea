extension SourceReader {
    mutating func readSwift(at index: Int) {
        let name = text(index)
        if name == "import" { return readSwiftImport(at: index) }
        if let (symbol, parameter) = LegacySymbol.callbacks[name] {
            return readSwiftCallback(symbol, parameter: parameter, at: index)
        }
        if let declared = swiftDeclaration(at: index) {
            if declared { reading.declarations.insert(name) }
            return
        }
        if let symbol = LegacySymbol.constants[name] {
            if !isMemberOfAnother(index) { add(symbol, name, at: index) }
        } else if let symbol = LegacySymbol.types[name] {
            if !isMemberOfAnother(index) { readSwiftType(symbol, at: index) }
        } else {
            readSwiftMember(at: index)
        }
    }

    private mutating func readSwiftImport(at index: Int) {
        let kinds: Set = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
        let module = kinds.contains(text(index + 1)) ? index + 2 : index + 1
        guard text(module) == LegacySymbol.module else { return }
        reading.isSDKInSight = true
        var last = module
        while text(last + 1) == ".", isIdentifier(last + 2) { last += 2 }
        consumed.formUnion(module...last)
        let path = stride(from: module, through: last, by: 2).map { text($0) }.joined(separator: ".")
        add(.moduleImport, "import \(path)", at: index)
    }

    /// Returns whether the name is declared here: `true` for a type or constant of the module, `false` for other
    /// declarations, `nil` for a use.
    private func swiftDeclaration(at index: Int) -> Bool? {
        guard LegacySymbol.types[text(index)] != nil || LegacySymbol.constants[text(index)] != nil else { return nil }
        let introducers: Set = ["class", "struct", "enum", "protocol", "actor", "typealias", "let", "var"]
        guard introducers.contains(text(index - 1)) else {
            return ["func", "case", "associatedtype"].contains(text(index - 1)) ? false : nil
        }
        var depth = 0
        for position in 0..<index where tokens[position].kind == .symbol {
            if tokens[position].text == "{" { depth += 1 }
            if tokens[position].text == "}" { depth -= 1 }
        }
        return depth == 0
    }

    /// Returns whether the name belongs to a type or module other than the SDK, such as `Other.APIError` or
    /// `.APIError`.
    private func isMemberOfAnother(_ index: Int) -> Bool {
        text(index - 1) == "." && text(index - 2) != LegacySymbol.module
    }

    // MARK: Types

    private mutating func readSwiftType(_ symbol: LegacySymbol, at index: Int) {
        let name = text(index)
        switch name {
        case _ where LegacySymbol.libraries.contains(name): readSwiftCall(at: index)
        case _ where LegacySymbol.delegates.contains(name):
            add(isSwiftConformance(index) ? .delegateConformance : symbol, name, at: index)
        case "API":
            if text(index + 1) == ".", LegacySymbol.apiCases.contains(text(index + 2)) {
                consumed.insert(index + 2)
                add(symbol, "API.\(text(index + 2))", at: index)
            } else if text(index - 1) == ":", text(index + 1) != "." {
                add(symbol, name, at: index)
            }
        case "APIResult" where isSwiftCall(index, label: "resultFor"):
            add(.makeResult, "APIResult(resultFor:andResult:)", at: index)
        case "APIError" where isSwiftCall(index, label: "errorFor"):
            add(.makeFailure, "APIError(errorFor:andError:)", at: index)
        default:
            declareSwiftVariable(ofType: index)
            add(symbol, name, at: index)
        }
    }

    private func isSwiftCall(_ index: Int, label: String) -> Bool {
        let open = text(index + 1) == "." && text(index + 2) == "init" ? index + 3 : index + 1
        return text(open) == "(" && text(open + 1) == label
    }

    /// Returns whether the name follows the beginning of a type declaration, in its inherited types.
    private func isSwiftConformance(_ index: Int) -> Bool {
        let introducers: Set = ["class", "struct", "enum", "extension", "protocol", "actor"]
        let others: Set = [
            "let", "var", "func", "typealias", "case", "where", "as", "is", "in", "return", "some", "any",
        ]
        for position in (0..<index).reversed() {
            let token = tokens[position]
            if introducers.contains(token.text) { return true }
            let mayBelong = token.kind == .identifier ? !others.contains(token.text) : ",:.&<>@".contains(token.text)
            guard mayBelong, !token.text.isEmpty else { return false }
        }
        return false
    }

    // MARK: Calls

    private mutating func readSwiftCall(at index: Int) {
        let library = text(index)
        let method = index + 2
        guard text(index + 1) == ".", let symbol = LegacySymbol.calls[text(method)] else {
            return add(.mobileLib, library, at: index)
        }
        consumed.insert(method)
        let name = "\(library).\(text(method))"
        guard text(method + 1) == "(" else { return add(symbol, name, at: index) }
        let end = closing(method + 1)
        let labels = swiftLabels(method + 1, end).map { $0 + ":" }.joined()
        addCall(symbol, "\(name)(\(labels))", arguments: method + 2..<max(method + 2, end), at: index)
    }

    /// Returns the labels of a call, or of a method referenced by its full name.
    private func swiftLabels(_ open: Int, _ close: Int) -> [String] {
        var labels: [String] = []
        var isAtStart = true
        var position = open + 1
        while position < close {
            let isLabel = isAtStart && isIdentifier(position) && text(position + 1) == ":"
            if isAtStart { labels.append(isLabel ? text(position) : "_") }
            if isLabel {
                position += 2
                // A reference without arguments: `getProfile(_:withOptions:)`.
                isAtStart = isIdentifier(position) && text(position + 1) == ":"
                continue
            }
            if "([{".contains(text(position)), tokens[position].kind == .symbol {
                position = closing(position) + 1
                isAtStart = false
                continue
            }
            isAtStart = text(position) == "," && tokens[position].kind == .symbol
            position += 1
        }
        return labels
    }

    // MARK: Delegates

    private mutating func readSwiftCallback(_ symbol: LegacySymbol, parameter: String, at index: Int) {
        guard text(index - 1) == "func", text(index + 1) == "(" else { return }
        let end = closing(index + 1)
        guard let type = (index + 2..<max(index + 2, end)).first(where: { text($0) == parameter }) else { return }
        consumed.insert(type)
        declareSwiftVariable(ofType: type)
        add(symbol, "\(text(index))(_:)", at: index)
    }

    // MARK: Variables

    /// Records a variable or parameter with an explicit type.
    private mutating func declareSwiftVariable(ofType index: Int) {
        let first = text(index - 1) == "." ? index - 2 : index
        guard text(first - 1) == ":", isIdentifier(first - 2) else { return }
        declare(text(first - 2), as: text(index), in: swiftScope(from: index))
    }

    /// Returns the scope of a variable declared here: the body after its parameter list, or the rest of the block.
    private func swiftScope(from index: Int) -> Range<Int> {
        guard isInParentheses(index) else { return restOfBlock(from: index) }
        var hasClosed = false
        for position in index..<tokens.count {
            switch tokens[position].text {
            case ")": hasClosed = true
            case "in" where hasClosed: return restOfBlock(from: index)
            case "{" where hasClosed: return position..<closing(position)
            case "}": return restOfBlock(from: index)
            default: break
            }
        }
        return restOfBlock(from: index)
    }

    private func isInParentheses(_ index: Int) -> Bool {
        var depth = 0
        for position in (0..<index).reversed() where tokens[position].kind == .symbol {
            switch tokens[position].text {
            case ")": depth += 1
            case "(" where depth == 0: return true
            case "(": depth -= 1
            case "{", "}": return false
            default: break
            }
        }
        return false
    }

    private mutating func readSwiftMember(at index: Int) {
        guard text(index - 1) != ".", let member = swiftMember(after: index) else { return }
        let isError = addMember(of: index, at: member) { reader, member in reader.swiftMember(after: member) }
        // `if let error = failure.error`
        if isError, text(index - 1) == "=", isIdentifier(index - 2), ["let", "var"].contains(text(index - 3)) {
            declare(text(index - 2), as: "AIError", in: restOfBlock(from: member + 1))
        }
    }

    /// Returns the index of the member that is read, past `?` and `!`.
    private func swiftMember(after index: Int) -> Int? {
        var position = index + 1
        while ["?", "!"].contains(text(position)) { position += 1 }
        return text(position) == "." && isIdentifier(position + 1) ? position + 1 : nil
    }
}
