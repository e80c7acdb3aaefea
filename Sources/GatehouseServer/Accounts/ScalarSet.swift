/// The characters that one place of an ``AttributePattern`` accepts.
struct ScalarSet: Sendable {
    /// One part of the set.
    enum Part: Sendable {
        case range(ClosedRange<Unicode.Scalar>)
        /// A general category by its name, or the first letter of several: `Lu`, `L`.
        case category(String)
        case set(ScalarSet)
    }

    var parts: [Part] = []
    var isInverted = false

    static let any = ScalarSet(parts: [], isInverted: true)
    static let digit = ScalarSet(parts: [.range("0"..."9")])
    static let word = ScalarSet(parts: [.range("a"..."z"), .range("A"..."Z"), .range("0"..."9"), .range("_"..."_")])
    static let space = ScalarSet(parts: [.range("\t"..."\r"), .range(" "..." "), .category("Z")])

    /// Everything else.
    var inverted: ScalarSet { ScalarSet(parts: parts, isInverted: !isInverted) }

    static func one(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(parts: [.range(scalar...scalar)]) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        parts.contains { part in
            switch part {
            case .range(let range): range.contains(scalar)
            case .category(let name): scalar.properties.generalCategory.abbreviation.hasPrefix(name)
            case .set(let set): set.contains(scalar)
            }
        } != isInverted
    }
}

extension Unicode.GeneralCategory {
    /// The two letters of UAX #44 table 12.
    var abbreviation: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }

    static let abbreviations: Set<String> = [
        "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe",
        "Pi",
        "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Cs", "Co", "Cn",
    ]
}
