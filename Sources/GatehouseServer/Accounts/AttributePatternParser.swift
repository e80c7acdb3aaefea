/// Reads a pattern and writes its program, part after part.
struct AttributePatternParser {
    /// It is not a pattern that can be followed.
    struct Unreadable: Error {}

    typealias Program = [AttributePattern.Instruction]

    private let text: [Unicode.Scalar]
    private var position = 0

    static func parse(_ text: [Unicode.Scalar]) throws(Unreadable) -> Program {
        var text = text[...]
        // The whole text has to match in any case.
        if text.first == "^" { text = text.dropFirst() }
        if text.last == "$", !text.dropLast().reversed().prefix(while: { $0 == "\\" }).count.isOdd {
            text = text.dropLast()
        }
        var parser = AttributePatternParser(text: Array(text))
        let program = try parser.alternatives()
        guard parser.next == nil else { throw Unreadable() }
        return program
    }

    private init(text: [Unicode.Scalar]) {
        self.text = text
    }

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func takeAny() throws(Unreadable) -> Unicode.Scalar {
        guard let scalar = next else { throw Unreadable() }
        position += 1
        return scalar
    }

    /// Reads `a|b|c`.
    private mutating func alternatives() throws(Unreadable) -> Program {
        var program = try sequence()
        while take("|") {
            let other = try sequence()
            program = try checked(
                [.either(1, program.count + 2)] + program.moved(by: 1) + [.jump(program.count + other.count + 2)]
                    + other.moved(by: program.count + 2)
            )
        }
        return program
    }

    private mutating func sequence() throws(Unreadable) -> Program {
        var program: Program = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let part = try quantified(try part())
            program = try checked(program + part.moved(by: program.count))
        }
        return program
    }

    /// What stands before a quantifier.
    private mutating func part() throws(Unreadable) -> Program {
        switch try takeAny() {
        case "(":
            if take("?") { guard take(":") else { throw Unreadable() } }
            let program = try alternatives()
            guard take(")") else { throw Unreadable() }
            return program
        case "[": return [.scalar(try set())]
        case ".": return [.scalar(.any)]
        case "\\": return [.scalar(try escape())]
        case "*", "+", "?", "{", "}", "]", "^", "$": throw Unreadable()
        case let scalar: return [.scalar(.one(scalar))]
        }
    }

    private mutating func quantified(_ part: Program) throws(Unreadable) -> Program {
        let (least, most) = try quantifier()
        guard (least, most) != (1, 1) else { return part }
        var program: Program = []
        // Past the largest program there is nothing left to write; the check ends it.
        for _ in 0..<least { program = try checked(program + part.moved(by: program.count)) }
        guard let most else {
            let start = program.count
            return try checked(
                program + [.either(start + 1, start + part.count + 2)] + part.moved(by: start + 1) + [.jump(start)]
            )
        }
        for _ in least..<most {
            let start = program.count
            program = try checked(program + [.either(start + 1, start + part.count + 1)] + part.moved(by: start + 1))
        }
        return program
    }

    /// How often; `most` is `nil` where there is no end.
    private mutating func quantifier() throws(Unreadable) -> (least: Int, most: Int?) {
        let counts: (Int, Int?)
        switch next {
        case "?": (counts, position) = ((0, 1), position + 1)
        case "*": (counts, position) = ((0, nil), position + 1)
        case "+": (counts, position) = ((1, nil), position + 1)
        case "{": counts = try range()
        default: return (1, 1)
        }
        // Whether as few as possible are taken first makes no difference to whether the whole matches.
        _ = take("?")
        return counts
    }

    /// Reads `{n}`, `{n,}` or `{n,m}`.
    private mutating func range() throws(Unreadable) -> (Int, Int?) {
        position += 1
        let least = try number()
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : try number() }
        guard take("}"), most.map({ $0 >= least }) ?? true else { throw Unreadable() }
        return (least, most)
    }

    private mutating func number() throws(Unreadable) -> Int {
        var digits = ""
        while let scalar = next, ("0"..."9").contains(scalar) {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        guard digits.count <= 4, let number = Int(digits) else { throw Unreadable() }
        return number
    }

    private mutating func set() throws(Unreadable) -> ScalarSet {
        var set = ScalarSet(isInverted: take("^"))
        repeat {
            let first = try member()
            guard next == "-", position + 1 < text.count, text[position + 1] != "]" else {
                set.parts.append(first)
                continue
            }
            position += 1
            guard case .range(let low) = first, low.lowerBound == low.upperBound,
                case .range(let high) = try member(), high.lowerBound == high.upperBound,
                low.lowerBound <= high.lowerBound
            else { throw Unreadable() }
            set.parts.append(.range(low.lowerBound...high.lowerBound))
        } while next != "]"
        position += 1
        return set
    }

    private mutating func member() throws(Unreadable) -> ScalarSet.Part {
        switch try takeAny() {
        case "\\":
            let set = try escape()
            return set.parts.count == 1 && !set.isInverted ? set.parts[0] : .set(set)
        case "[", "]": throw Unreadable()
        case let scalar: return .range(scalar...scalar)
        }
    }

    /// What follows a backslash: a class, or a sign that stands for itself.
    private mutating func escape() throws(Unreadable) -> ScalarSet {
        let scalar = try takeAny()
        switch scalar {
        case "d": return .digit
        case "w": return .word
        case "s": return .space
        case "D": return ScalarSet.digit.inverted
        case "W": return ScalarSet.word.inverted
        case "S": return ScalarSet.space.inverted
        case "p": return ScalarSet(parts: [.category(try category())])
        case "P": return ScalarSet(parts: [.category(try category())], isInverted: true)
        default:
            guard scalar.isASCII, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
                throw Unreadable()
            }
            return .one(scalar)
        }
    }

    private mutating func category() throws(Unreadable) -> String {
        guard take("{") else { throw Unreadable() }
        var name = ""
        while !take("}") { name.unicodeScalars.append(try takeAny()) }
        guard Unicode.GeneralCategory.abbreviations.contains(name) else { throw Unreadable() }
        return name
    }

    private func checked(_ program: Program) throws(Unreadable) -> Program {
        guard program.count <= AttributePattern.maximumSize else { throw Unreadable() }
        return program
    }
}

extension AttributePatternParser.Program {
    /// The same program, begun at a later place.
    fileprivate func moved(by offset: Int) -> Self {
        map { instruction in
            switch instruction {
            case .scalar: instruction
            case .either(let one, let two): .either(one + offset, two + offset)
            case .jump(let target): .jump(target + offset)
            }
        }
    }
}

extension Int {
    fileprivate var isOdd: Bool { self % 2 == 1 }
}
