/// A pattern that the whole text of an attribute must match, in time proportional to the length of both.
///
/// Patterns come from whoever registers clients, and texts from anybody. An engine that tries one way after the other can be made to try
/// for ever (`(a+)+b`), so this one follows all ways at once (Thompson 1968), and knows only what can be followed so: literals, `.`,
/// `[a-z]` and `[^a-z]`, `\d` `\w` `\s` and their opposites, `\p{L}` and other general categories, groups, `|`, `?` `*` `+` `{n}` `{n,}`
/// `{n,m}`, and `^` and `$` around the whole. Back references and looking around are refused.
struct AttributePattern: Sendable {
    /// Longest pattern, in Unicode scalars.
    static let maximumLength = 512
    /// Most instructions a pattern may come to; each costs at most one step per scalar of the text.
    static let maximumSize = 2_000

    enum Instruction: Sendable {
        /// One scalar of the set, then the next instruction.
        case scalar(ScalarSet)
        /// Either of two instructions.
        case either(Int, Int)
        case jump(Int)
    }

    /// The text matches when the position behind the last instruction is reached at its end.
    private let program: [Instruction]

    /// - Returns: `nil` when it is not a pattern of this kind, or too large.
    init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= Self.maximumLength, let program = try? AttributePatternParser.parse(scalars) else {
            return nil
        }
        self.program = program
    }

    /// Whether the whole text matches.
    func matches(_ text: String) -> Bool {
        var present = Positions(count: program.count + 1)
        present.add(0, in: program)
        for scalar in text.unicodeScalars {
            var next = Positions(count: program.count + 1)
            for position in present.list where position < program.count {
                if case .scalar(let set) = program[position], set.contains(scalar) {
                    next.add(position + 1, in: program)
                }
            }
            guard !next.list.isEmpty else { return false }
            present = next
        }
        return present.contains(program.count)
    }

    /// The instructions that are possible at one place of the text, each once.
    private struct Positions {
        private(set) var list: [Int] = []
        private var isKnown: [Bool]

        init(count: Int) {
            isKnown = Array(repeating: false, count: count)
        }

        func contains(_ position: Int) -> Bool { isKnown[position] }

        mutating func add(_ position: Int, in program: [Instruction]) {
            var open = [position]
            while let position = open.popLast() {
                guard !isKnown[position] else { continue }
                isKnown[position] = true
                list.append(position)
                guard position < program.count else { continue }
                switch program[position] {
                case .scalar: break
                case .either(let one, let two): open += [two, one]
                case .jump(let target): open.append(target)
                }
            }
        }
    }
}
