extension SourceReader {
    mutating func readInclude(at index: Int) {
        guard case .include(let isQuoted) = tokens[index].kind else { return }
        let path = text(index)
        let file = path.split(separator: "/").last.map(String.init) ?? path
        if isQuoted { reading.headers.insert(file) }
        let written = isQuoted ? "#import \"\(path)\"" : "#import <\(path)>"
        if LegacySymbol.headers.contains(file) || path.hasPrefix(LegacySymbol.module + "/") {
            add(.header, written, at: index)
        }
    }

    mutating func readObjectiveC(at index: Int) {
        let name = text(index)
        if name == "import", text(index - 1) == "@", text(index + 1) == LegacySymbol.module {
            consumed.insert(index + 1)
            return add(.header, "@import \(LegacySymbol.module)", at: index)
        }
        if let (symbol, parameter) = LegacySymbol.callbacks[name] {
            return readObjectiveCCallback(symbol, parameter: parameter, at: index)
        }
        if isObjectiveCDeclaration(index) {
            reading.declarations.insert(name)
        } else if let symbol = LegacySymbol.constants[name] {
            add(symbol, name, at: index)
        } else if let symbol = LegacySymbol.types[name] {
            readObjectiveCType(symbol, at: index)
        } else {
            readObjectiveCMember(at: index)
        }
    }

    /// Returns whether the app declares this name itself.
    private func isObjectiveCDeclaration(_ index: Int) -> Bool {
        guard LegacySymbol.types[text(index)] != nil || LegacySymbol.constants[text(index)] != nil else { return false }
        if ["interface", "protocol"].contains(text(index - 1)), text(index - 2) == "@" {
            // A category extends a class, and a forward declaration of a protocol declares nothing.
            return text(index + 1) != "(" && text(index + 1) != ";" && text(index + 1) != ","
        }
        if text(index - 1) == ",", ["NS_ENUM", "NS_ERROR_ENUM", "NS_OPTIONS"].contains(text(index - 4)) { return true }
        if ["struct", "enum"].contains(text(index - 1)), text(index + 1) == "{" { return true }
        return text(index - 1) == "}" && text(index + 1) == ";"
    }

    // MARK: Types

    private mutating func readObjectiveCType(_ symbol: LegacySymbol, at index: Int) {
        let name = text(index)
        switch name {
        case _ where LegacySymbol.libraries.contains(name): readObjectiveCCall(at: index)
        case _ where LegacySymbol.delegates.contains(name):
            add(isObjectiveCConformance(index) ? .delegateConformance : symbol, name, at: index)
        case "API":
            // A type is followed by a name; an app may have its own class or macro of this name.
            let follows = text(index + 1) == ")" ? index + 2 : index + 1
            if isIdentifier(follows), text(index - 1) != "[" { add(symbol, name, at: index) }
        case "APIResult" where isAllocation(index, then: "initResultFor"):
            add(.makeResult, "-[APIResult initResultFor:andResult:]", at: index)
        case "APIError" where isAllocation(index, then: "initErrorFor"):
            add(.makeFailure, "-[APIError initErrorFor:andError:]", at: index)
        default:
            declareObjectiveCVariable(ofType: index)
            add(symbol, name, at: index)
        }
    }

    private func isAllocation(_ index: Int, then initializer: String) -> Bool {
        text(index - 1) == "[" && text(index + 1) == "alloc" && text(index + 2) == "]" && text(index + 3) == initializer
    }

    /// Returns whether the protocol is in the list of a class, category or protocol.
    private func isObjectiveCConformance(_ index: Int) -> Bool {
        var isInList = false
        for position in (0..<index).reversed() {
            let token = tokens[position]
            if token.text == "@" {
                return isInList && ["interface", "protocol"].contains(text(position + 1))
            }
            if token.text == "<" { isInList = true }
            guard token.kind == .identifier || (token.kind == .symbol && ",:<()".contains(token.text)) else {
                return false
            }
        }
        return false
    }

    // MARK: Calls

    private mutating func readObjectiveCCall(at index: Int) {
        let library = text(index)
        if text(index + 1) == ".", let symbol = LegacySymbol.calls[text(index + 2)] {
            consumed.insert(index + 2)
            return add(symbol, "\(library).\(text(index + 2))", at: index)
        }
        guard text(index - 1) == "[", let symbol = LegacySymbol.calls[text(index + 1)] else {
            return add(.mobileLib, library, at: index)
        }
        let end = closing(index - 1)
        let selector = self.selector(index + 1, end)
        addCall(symbol, "+[\(library) \(selector)]", arguments: index + 2..<max(index + 2, end), at: index)
    }

    /// Returns the selector of a message, from its first word after the receiver to the closing bracket.
    private mutating func selector(_ first: Int, _ close: Int) -> String {
        guard text(first + 1) == ":" else {
            consumed.insert(first)
            return text(first)
        }
        var selector = ""
        var conditionals = 0
        var position = first
        while position < close {
            if tokens[position].kind == .symbol, "([{".contains(text(position)) {
                position = closing(position) + 1
                continue
            }
            if text(position) == "?", tokens[position].kind == .symbol { conditionals += 1 }
            if text(position) == ":" {
                if conditionals > 0 {
                    conditionals -= 1
                } else {
                    let hasName = isIdentifier(position - 1)
                    if hasName { consumed.insert(position - 1) }
                    selector += (hasName ? text(position - 1) : "") + ":"
                }
            }
            position += 1
        }
        return selector
    }

    // MARK: Delegates

    private mutating func readObjectiveCCallback(_ symbol: LegacySymbol, parameter: String, at index: Int) {
        guard text(index - 1) == ")", text(index + 1) == ":", text(index + 2) == "(" else { return }
        let end = closing(index + 2)
        guard let type = (index + 3..<max(index + 3, end)).first(where: { text($0) == parameter }) else { return }
        consumed.insert(type)
        declareObjectiveCVariable(ofType: type)
        add(symbol, "-\(text(index)):", at: index)
    }

    // MARK: Variables

    /// Records a variable or parameter with an explicit type, as in `(APIResult *)result` or `AIError *error`.
    private mutating func declareObjectiveCVariable(ofType index: Int) {
        var position = index + 1
        guard text(position) == "*" else { return }
        position += 1
        let qualifiers: Set = ["_Nonnull", "_Nullable", "__nonnull", "__nullable", "const", "__strong", "__weak"]
        while qualifiers.contains(text(position)) { position += 1 }
        let isParameter = text(position) == ")"
        if isParameter { position += 1 }
        guard isIdentifier(position) else { return }
        declare(text(position), as: text(index), in: objectiveCScope(from: position, isParameter: isParameter))
    }

    private func objectiveCScope(from index: Int, isParameter: Bool) -> Range<Int> {
        guard isParameter else { return restOfBlock(from: index) }
        // The method's body; a declaration without a body ends with a semicolon.
        for position in index..<tokens.count where tokens[position].kind == .symbol {
            switch tokens[position].text {
            case "{": return position..<closing(position)
            case ";": return index..<position
            default: break
            }
        }
        return index..<tokens.count
    }

    private mutating func readObjectiveCMember(at index: Int) {
        guard type(ofVariable: index) != nil, text(index - 1) != ".", let member = objectiveCMember(after: index) else {
            return
        }
        _ = addMember(of: index, at: member) { reader, member in reader.objectiveCMember(after: member) }
    }

    /// Returns the index of the property that is read, as in `value.property` or `[value property]`.
    private func objectiveCMember(after index: Int) -> Int? {
        if text(index + 1) == ".", isIdentifier(index + 2) { return index + 2 }
        if isIdentifier(index + 1), text(index + 2) == "]" { return index + 1 }
        if text(index + 1) == "]", isIdentifier(index + 2), text(index + 3) == "]" { return index + 2 }
        if text(index + 1) == "]", text(index + 2) == ".", isIdentifier(index + 3) { return index + 3 }
        return nil
    }
}
