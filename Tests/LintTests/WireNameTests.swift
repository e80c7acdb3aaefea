import Testing

@Suite struct WireNameTests {
    private let tree = SourceTree.current
    private let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    /// The distinctive literals of the wire module: with an underscore, a path or a URN.
    private var wireNames: Set<String> {
        let literals = tree.sources.filter { $0.module == "GatehouseWire" }.flatMap(\.literals).map(\.value)
        let beginnings = [
            "/oauth2/", "/auth/o2/", "/ap/", "/signup/", "/resetpassword/", "/register/", "/discovery/", "urn:",
            "amzn1.",
        ]
        return Set(literals.filter { literal in isSnakeCase(literal) || beginnings.contains { literal.hasPrefix($0) } })
    }

    private func isSnakeCase(_ text: String) -> Bool {
        let words = text.split(separator: "_", omittingEmptySubsequences: false)
        return words.count > 1 && words.allSatisfy { word in !word.isEmpty && word.utf8.allSatisfy(letters.contains) }
    }

    @Test func findsWireNamesInWireModule() {
        let expected: Set = [
            "grant_type", "invalid_grant", "/oauth2/token", "urn:ietf:params:oauth:grant-type:device_code",
            "/auth/o2/token", "/ap/oa", "amzn1.account.", "/signup/v1.0/start", "/resetpassword/v1.0/submit",
        ]
        #expect(wireNames.isSuperset(of: expected))
    }

    /// The database has its own names, which can be the same words; test cases create records.
    @Test func spellsWireNamesOnlyInWireModule() {
        let names = wireNames
        let exempt: Set = ["GatehouseWire", "GatehouseStoreSQL", "GatehouseStoreConformance"]
        let violations = tree.sources
            .filter { !exempt.contains($0.module) }
            .flatMap { file in
                file.literals.filter { names.contains($0.value) }.map {
                    "\(file.path):\($0.line) spells \"\($0.value)\""
                }
            }
        #expect(violations == [])
    }
}
