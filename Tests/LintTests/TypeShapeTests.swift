import Foundation
import Testing

@Suite struct TypeShapeTests {
    private let tree = SourceTree.current
    /// The types above 400 lines, as `Module.Type`: classes of vendors that stay one type.
    private let largeTypes: Set<String> = [
        "KiiSDK.KiiError", "KiiSDK.KiiUser", "MSAL.MSALNativeAuthPublicClientApplication",
    ]

    /// Counts a type's declaration and all its extensions, so that splitting it into files does not make it small.
    @Test func keepsTypesWithin400LinesOverAllFiles() {
        var sizes: [String: Int] = [:]
        for file in tree.sources + tree.tests {
            for type in Declarations(code: file.code).types {
                sizes["\(file.module).\(type.name)", default: 0] += type.lineCount
            }
        }
        #expect(Set(sizes.filter { $0.value > 400 }.keys) == largeTypes)
    }

    @Test func keepsFunctionsWithin60Lines() {
        #expect(functions { $0.lineCount > 60 } == [])
    }

    @Test func keepsFunctionsWithinSixParameters() {
        #expect(functions { $0.parameterCount > 6 } == [])
    }

    @Test func labelsAllButTwoParameters() {
        #expect(functions { $0.unlabelledCount > 2 } == [])
    }

    private func functions(where isTooMuch: (Declarations.Function) -> Bool) -> Set<String> {
        Set(
            (tree.sources + tree.tests).flatMap { file in
                Declarations(code: file.code).functions.filter(isTooMuch).map { "\(file.module) \($0.name)" }
            }
        )
    }
}
