import Testing

/// Public declarations have documentation, in Apple-only code too.
///
/// `Scripts/check-public-symbols.py` checks the symbols that the compiler exports on this platform.
@Suite struct DocumentationTests {
    private let tree = SourceTree.current

    /// Requirements of protocols of the standard library and Foundation, whose documentation implementations inherit.
    private static let inherited: Set<String> = [
        "operator", "hash", "encode", "init", "description", "debugDescription", "customMirror", "errorDescription",
        "rawValue", "next", "makeAsyncIterator", "makeIterator", "allCases", "id", "body", "startIndex", "endIndex",
        "subscript", "index",
    ]

    @Test func documentsEveryPublicDeclaration() {
        let declarations = tree.sources.map { ($0, PublicDeclaration.all(in: $0)) }
        let requirements = declarations.flatMap(\.1).filter(\.isRequirement).map(\.name)
        let exempt = Self.inherited.union(requirements)
        let violations = declarations.flatMap { file, found in
            found.filter { !$0.isDocumented && ($0.isRequirement || !exempt.contains($0.name)) }
                .map { "\(file.path):\($0.line) \($0.name)" }
        }
        #expect(violations == [])
        #expect(declarations.map(\.1.count).reduce(0, +) > 2_000)
    }

    @Test(arguments: [
        ("public struct A {}", ["A"]),
        ("/// A type.\npublic struct A {}", []),
        ("/// A type.\n@available(iOS, deprecated,\n    message: \"B\")\n@MainActor\npublic final class A {}", []),
        ("/// A type.\n@objc(B) public final class A {\n    public class func make() {}\n}", ["make"]),
        ("/// A type.\n#if canImport(ObjectiveC)\n@objc(B)\n#endif\npublic enum A {}", []),
        ("#if canImport(ObjectiveC)\npublic enum A {}\n#endif", ["A"]),
        ("struct A {}\npackage func f() {}", []),
        (
            "/// A.\npublic enum A {\n    /// B.\n    case b\n    case c(Int)\n    var d: Int { switch self { case .b: 1 } }\n}",
            ["c"]
        ),
        ("enum A {\n    case b\n}", []),
        (
            "/// A.\npublic protocol A {\n    func b()\n    /// C.\n    var c: Int { get }\n    associatedtype D\n}",
            ["b", "D"]
        ),
        ("/// A.\npublic let a = 1\npublic let b = 2", ["b"]),
        ("/// A.\n\npublic let a = 1", ["a"]),
        ("public import Foundation\npublic override func f() {}", []),
        ("/// A.\npublic private(set) var a = 1\npublic private(set) static var b = 1", ["b"]),
        ("/// A.\npublic struct A {\n    public init(_ value: Int) {}\n}", ["init"]),
        ("let text = \"\"\"\n    public struct A {}\n    \"\"\" // public struct B", []),
    ])
    func recognizesUndocumentedDeclaration(source: String, expected: [String]) {
        let found = PublicDeclaration.all(in: SourceFile(path: "Sources/M/F.swift", text: source))
        #expect(found.filter { !$0.isDocumented }.map(\.name) == expected)
    }
}
