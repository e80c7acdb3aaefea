/// A reader that finds the uses of the v2 API among the tokens of one file.
package struct SourceReader {
    let language: SourceLanguage
    let tokens: [SourceToken]
    var reading = SourceReading()
    /// The tokens of uses already found.
    var consumed: Set<Int> = []
    private var variables: [Variable] = []

    /// A variable with a type of the SDK, as far as can be inferred.
    private struct Variable {
        let name: String
        let type: String
        let scope: Range<Int>
    }

    /// Reads a source file.
    package static func read(_ bytes: [UInt8], in language: SourceLanguage) -> SourceReading {
        var reader = SourceReader(language: language, tokens: language.tokens(of: bytes))
        reader.read()
        return reader.reading
    }

    private init(language: SourceLanguage, tokens: [SourceToken]) {
        self.language = language
        self.tokens = tokens
    }

    private mutating func read() {
        for index in tokens.indices where !consumed.contains(index) {
            switch (tokens[index].kind, language) {
            case (.identifier, .swift): readSwift(at: index)
            case (.identifier, .objectiveC): readObjectiveC(at: index)
            case (.include, _): readInclude(at: index)
            default: break
            }
        }
        reading.uses.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    // MARK: Tokens

    func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    func isIdentifier(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .identifier
    }

    /// Returns the index of the matching closing bracket, or the end of the file.
    func closing(_ index: Int) -> Int {
        var depth = 0
        for position in index..<tokens.count where tokens[position].kind == .symbol {
            switch tokens[position].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}":
                depth -= 1
                if depth == 0 { return position }
            default: break
            }
        }
        return tokens.count
    }

    // MARK: Findings

    mutating func add(
        _ symbol: LegacySymbol,
        _ name: String,
        replacement: String? = nil,
        subject: String? = nil,
        at index: Int
    ) {
        if symbol.evidence == .itself { reading.isSDKInSight = true }
        reading.uses.append(
            LegacyUse(
                symbol: symbol,
                subject: subject ?? text(index),
                name: name,
                replacement: replacement ?? symbol.replacement,
                line: tokens[index].line,
                column: tokens[index].column
            )
        )
    }

    /// Adds a call of the library class; its options affect the replacement.
    mutating func addCall(_ symbol: LegacySymbol, _ name: String, arguments: Range<Int>, at index: Int) {
        let options = arguments.compactMap { LegacySymbol.options[text($0)] }
        if symbol == .getAccessToken, options.contains(where: { $0.name == LegacySymbol.forcedRefresh }) {
            return add(.getRefreshedAccessToken, name, at: index)
        }
        let replacements = [symbol.replacement] + options.map(\.replacement)
        add(symbol, name, replacement: replacements.joined(separator: ", "), at: index)
    }

    // MARK: Variables

    mutating func declare(_ name: String, as type: String, in scope: Range<Int>) {
        variables.append(
            Variable(name: name, type: LegacySymbol.errors.contains(type) ? "AIError" : type, scope: scope)
        )
    }

    func type(ofVariable index: Int) -> String? {
        let name = text(index)
        return variables.last { $0.name == name && $0.scope.contains(index) }?.type
    }

    /// Returns the range from here to the end of the enclosing block.
    func restOfBlock(from index: Int) -> Range<Int> {
        var depth = 0
        for position in index..<tokens.count where tokens[position].kind == .symbol {
            if tokens[position].text == "{" { depth += 1 }
            if tokens[position].text == "}" { depth -= 1 }
            if depth < 0 { return index..<position }
        }
        return index..<tokens.count
    }

    /// Adds the member that is read of an SDK variable; chains such as `error.code` count once.
    ///
    /// - Returns: Whether the value itself is an error of the SDK.
    mutating func addMember(of variable: Int, at member: Int, next: (SourceReader, Int) -> Int?) -> Bool {
        guard let type = type(ofVariable: variable), let symbol = LegacySymbol.members[type]?[text(member)] else {
            return false
        }
        consumed.insert(member)
        if symbol == .failureError {
            if let inner = next(self, member), let innerSymbol = LegacySymbol.members["AIError"]?[text(inner)] {
                consumed.insert(inner)
                add(innerSymbol, "\(text(variable)).\(text(member)).\(text(inner))", subject: type, at: variable)
                return false
            }
        }
        add(symbol, "\(text(variable)).\(text(member))", subject: type, at: variable)
        return symbol == .failureError
    }
}
