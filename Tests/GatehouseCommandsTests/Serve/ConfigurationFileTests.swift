import Foundation
import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct ConfigurationFileTests {
    private func withFile(_ yaml: String, _ body: (String) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString).yaml")
        try Data(yaml.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url.path)
    }

    @Test func whatClientsAskForStandsInTheFile() async throws {
        let yaml = """
            clients:
              com.example.app:
                attributes:
                  - given_name,required
                  - plan,choice,page=2,label=Your plan,options=free|paid
              bare:
                attributes: []
            """
        try await withFile(yaml) { file in
            let attributes = try await ConfigurationFile(path: file).clientAttributes
            #expect(
                attributes == [
                    "com.example.app": [
                        ClientAttribute(name: "given_name", isRequired: true),
                        ClientAttribute(
                            name: "plan",
                            label: "Your plan",
                            kind: .choice,
                            options: ["free", "paid"],
                            page: 2
                        ),
                    ],
                    "bare": [],
                ]
            )
        }
    }

    @Test(arguments: [
        ("clients:\n  app:\n    atributes: []\n", "clients.app.atributes"),
        ("clients:\n  attributes: []\n", "clients.attributes"),
        ("clients:\n  app:\n    attributes: given_name\n", "are not a list"),
        ("clients:\n  app:\n    attributes:\n      - x,colour\n", "colour"),
    ])
    func whatTheFileCannotSayOfClientsIsNamed(yaml: String, complaint: String) async throws {
        try await withFile(yaml) { file in
            let failure = await #expect(throws: CommandFailure.self) { try await ConfigurationFile(path: file) }
            #expect(failure?.line.contains(complaint) == true)
        }
    }
}
