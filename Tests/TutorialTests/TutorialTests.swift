import Foundation
import Testing

/// The tutorial and the README show code that is compiled and tested here.
struct TutorialTests {
    private let here = URL(filePath: #filePath).deletingLastPathComponent()
    private var root: URL { here.deletingLastPathComponent().deletingLastPathComponent() }

    @Test func matchesSampleInReadme() throws {
        let code = try String(contentsOf: here.appending(path: "SignIn-3.swift"), encoding: .utf8)
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let lines = code.split(separator: "\n").filter { $0.hasPrefix("    ") }
        #expect(lines.count == 10)
        #expect(lines.filter { !readme.contains($0 + "\n") } == [])
    }

    @Test func matchesStepsOfTutorial() throws {
        let catalog = root.appending(path: "Sources/GatehouseTesting/GatehouseTesting.docc")
        let tutorial = try String(contentsOf: catalog.appending(path: "TestYourSignIn.tutorial"), encoding: .utf8)
        let shown = Set(tutorial.matches(of: /file: "([^"]+)"/).map { String($0.output.1) })
        let all = try FileManager.default.contentsOfDirectory(atPath: here.path)
        let files = all.filter { $0 != "TutorialTests.swift" }
        #expect(shown == Set(files))
        for file in files {
            let link = catalog.appending(path: "Resources/\(file)").resolvingSymlinksInPath()
            #expect(link == here.appending(path: file).resolvingSymlinksInPath())
        }
    }
}
