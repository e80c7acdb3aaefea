import Foundation
import Testing

/// The Objective-C names of the facades are exactly those of the vendors, which `Tests/ObjectiveC/Names` lists.
@Suite struct ObjectiveCNameTests {
    private static let lists = SourceTree.current.root.appending(path: "Tests/ObjectiveC/Names")
    private static let modules = files(below: lists, withExtension: "txt").map {
        $0.deletingPathExtension().lastPathComponent
    }

    private static func files(below folder: URL, withExtension fileExtension: String) -> [URL] {
        let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let files = enumerator?.compactMap { $0 as? URL } ?? []
        return files.filter { $0.pathExtension == fileExtension }.sorted { $0.path < $1.path }
    }

    private func texts(below path: String, withExtension fileExtension: String) throws -> [String] {
        try Self.files(below: SourceTree.current.root.appending(path: path), withExtension: fileExtension).map {
            try String(contentsOf: $0, encoding: .utf8)
        }
    }

    private func sources(of module: String) -> [ObjectiveCNames] {
        SourceTree.current.sources.filter { $0.module == module }.map { ObjectiveCNames(code: $0.code) }
    }

    private func list(of module: String) throws -> [String] {
        ObjectiveCNames.inList(try String(contentsOf: Self.lists.appending(path: "\(module).txt"), encoding: .utf8))
    }

    @Test func listsNamesOfEveryModuleWithHeader() throws {
        let sources = SourceTree.current.root.appending(path: "Sources")
        let headers = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix("ObjC") }
            .map { String($0.dropLast("ObjC".count)) }
        #expect(Set(headers) == Set(Self.modules))
        #expect(Set(headers).isSuperset(of: ["LoginWithAmazon", "KiiSDK"]))
    }

    @Test(arguments: modules)
    func declaresExactlyListedNames(module: String) throws {
        let headers = try texts(below: "Sources/\(module)ObjC/include", withExtension: "h")
        let declared = sources(of: module).flatMap(\.names) + headers.flatMap(ObjectiveCNames.inHeader)
        let listed = try list(of: module)
        #expect(Set(declared).subtracting(listed) == [], "not listed")
        #expect(Set(listed).subtracting(declared) == [], "not declared")
        #expect(repeated(in: declared) == [])
        #expect(repeated(in: listed) == [])
    }

    private func repeated(in names: [String]) -> [String] {
        Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
    }

    @Test(arguments: modules)
    func writesEveryNameOut(module: String) {
        #expect(sources(of: module).flatMap(\.unnamed) == [])
    }

    @Test(arguments: modules)
    func keepsAsynchronousFunctionsOutOfObjectiveC(module: String) {
        #expect(sources(of: module).flatMap(\.asynchronous) == [])
    }

    @Test(arguments: modules)
    func usesEveryNameInSample(module: String) throws {
        let text = try texts(below: "Tests/ObjectiveC/\(module)", withExtension: "m").joined(separator: "\n")
        var words = Set(text.matches(of: /\w+/).map { String($0.0) })
        words.formUnion(text.matches(of: /\w+:/).map { String($0.0) })
        words.formUnion(text.matches(of: /\.(\w)(\w*) =[^=]/).map { "set\($0.1.uppercased())\($0.2):" })
        let unused = try list(of: module).filter { !Self.words(of: $0).isSubset(of: words) }
        #expect(unused == [])
    }

    /// Returns the words of a listed name that a sample must have: the pieces of a selector, or the name alone.
    private static func words(of name: String) -> Set<String> {
        let parts = name.split(separator: " ")
        let selector = parts.count > 1 ? parts[1] : ""
        guard selector.hasPrefix("+") || selector.hasPrefix("-") else { return [String(selector)] }
        return Set(selector.dropFirst().matches(of: /\w+:?/).map { String($0.0) })
    }

    // MARK: Recognition

    @Test(arguments: [
        ("extension A {\n@objc(b:c:)\npublic func objcB(_ b: Int, c: Int) {}\n}", ["A -b:c:"]),
        ("extension A {\n@available(swift, obsoleted: 1.0)\n@objc(b)\npublic class func objcB() {}\n}", ["A +b"]),
        ("extension A {\n@objc(initWithB:)\npublic convenience init(objcB: Int) {}\n}", ["A -initWithB:"]),
        ("extension A {\n@objc(b)\nvar objcB: Int { b }\n@objc(c)\nvar objcC: Int\n}", ["A -b", "A -c", "A -setC:"]),
        ("extension A {\n@objc(b)\nvar x: Int {\nget { b }\nset { b = newValue }\n}\n}", ["A -b", "A -setB:"]),
        ("class A {\n@objc(b)\nvar isB: Bool {\n@objc(isB)\nget { b }\n}\n}", ["A -isB"]),
        ("@objc(B)\nprotocol A {\n@objc(c)\noptional var c: Int { get }\n}", ["B -c optional"]),
        (
            "#if canImport(ObjectiveC)\n@objc(A)\n#endif\nenum A: Int {\n#if x\n@objc(kB)\n#endif\ncase b = 2\n}",
            ["A kB = 2"]
        ),
        (
            "@objc(A)\nenum A: Int {\n@objc(AB)\ncase b\n@objc(AC)\ncase `in`\n@objc(AD)\ncase `d` = -7_000\n}",
            ["A AB = 0", "A AC = 1", "A AD = -7000"]
        ),
        ("class A {\nfunc b() {}\nclass func c() { if x { y() } }\nvar d: Int { 1 }\n}", []),
    ])
    func findsNamesInSource(source: String, expected: [String]) {
        #expect(ObjectiveCNames(code: source).names == expected)
    }

    @Test func findsAsynchronousAndUnnamedDeclarations() {
        let source =
            "@objcMembers\nclass A {\n@objc\nfunc b() {}\n@objc(c)\nfunc c() async {}\n@objc(d)\nfunc d() {}\n}"
        let names = ObjectiveCNames(code: source)
        #expect(names.unnamed.count == 2)
        #expect(names.asynchronous == ["A -c"])
    }

    @Test(arguments: [
        ("static NSString *const a = @\"b\";\nstatic NSString *c = @\"d\";", ["const a = \"b\"", "const c = \"d\""]),
        ("static const NSUInteger a = 1;\n// static const NSUInteger b = 1;", ["const a = 1"]),
        ("typedef void (^A)(\n    B *_Nullable b, NSError *_Nullable error);", ["typedef A"]),
        ("@compatibility_alias A B;\n@protocol C <D>\n@end", ["alias A B", "protocol C D"]),
        ("typedef NS_OPTIONS(NSInteger, A) {\n    AB = 1 << 0,\n    AC = 1 << 1,\n};", ["A AB = 1", "A AC = 2"]),
    ])
    func findsNamesInHeader(header: String, expected: [String]) {
        #expect(ObjectiveCNames.inHeader(header) == expected)
    }

    @Test func ignoresHeadingsInList() {
        #expect(ObjectiveCNames.inList("# Ours\n\nA +b\nconst c = 1\n") == ["A +b", "const c = 1"])
    }
}
