import Foundation
import Testing

@Suite struct TypeShapeTests {
    private let tree = SourceTree.current
    private let known = ShapeExceptions.self

    /// Counts a type's declaration and all its extensions, so that splitting it into files does not make it small.
    @Test func keepsTypesWithin400LinesOverAllFiles() {
        var sizes: [String: Int] = [:]
        for file in tree.sources + tree.tests {
            for type in Declarations(code: file.code).types {
                sizes["\(file.module).\(type.name)", default: 0] += type.lineCount
            }
        }
        let tooLarge = sizes.filter { $0.value > 400 }
        #expect(Set(tooLarge.keys).subtracting(known.largeTypes) == [])
        #expect(known.largeTypes.subtracting(tooLarge.keys) == [], "no longer too large: remove it from the list")
    }

    @Test func keepsFunctionsWithin60Lines() {
        #expect(functions { $0.lineCount > 60 } == known.longFunctions)
    }

    @Test func keepsFunctionsWithinSixParameters() {
        #expect(functions { $0.parameterCount > 6 } == known.functionsOfManyParameters)
    }

    @Test func labelsAllButTwoParameters() {
        let counts = functions(where: { $0.unlabelledCount > 2 }).count
        #expect(counts == known.functionsOfUnlabelledParameters)
    }

    private func functions(where isTooMuch: (Declarations.Function) -> Bool) -> Set<String> {
        Set(
            (tree.sources + tree.tests).flatMap { file in
                Declarations(code: file.code).functions.filter(isTooMuch).map { "\(file.module) \($0.name)" }
            }
        )
    }
}
