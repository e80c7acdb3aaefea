import Foundation
import GatehouseWebAuthn
import Testing

@Suite struct AuthenticatorNamesTests {
    private let windows = UUID(uuidString: "08987058-cadc-4b81-b6e1-30de50dcbe96") ?? UUID()

    @Test func namesCommonModels() throws {
        #expect(AuthenticatorNames.bundled[windows] == "Windows Hello")
        let zero = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
        #expect(AuthenticatorNames.bundled[zero] == nil)
    }

    @Test func replacesNamesOfOtherList() throws {
        let json = Data(#"{ "08987058-CADC-4B81-B6E1-30DE50DCBE96": { "name": "PC", "icon_dark": "data:" } }"#.utf8)
        let names = AuthenticatorNames.bundled.merging(try AuthenticatorNames(json: json))
        #expect(names[windows] == "PC")
        let bitwarden = try #require(UUID(uuidString: "d548826e-79b4-db40-a3d8-11116f7e8349"))
        #expect(names[bitwarden] == "Bitwarden")
    }

    @Test func shortensLongNames() throws {
        let (fitting, shortened) = (String(repeating: "a", count: 64), String(repeating: "a", count: 63) + "…")
        for (name, expected) in [(fitting, fitting), (fitting + "a", shortened)] {
            let json = Data(#"{ "08987058-cadc-4b81-b6e1-30de50dcbe96": { "name": "\#(name)" } }"#.utf8)
            #expect(try AuthenticatorNames(json: json)[windows] == expected)
        }
    }

    @Test(arguments: [
        "", "[]", #"{ "x": { "name": "A" } }"#, #"{ "08987058-cadc-4b81-b6e1-30de50dcbe96": "A" }"#,
        #"{ "08987058-cadc-4b81-b6e1-30de50dcbe96": { "name": "" } }"#,
        #"{ "08987058-cadc-4b81-b6e1-30de50dcbe96": { "name": "A\u0000" } }"#,
    ])
    func rejectsMalformedLists(text: String) {
        #expect(throws: MalformedAuthenticatorNames.self) { try AuthenticatorNames(json: Data(text.utf8)) }
    }
}
