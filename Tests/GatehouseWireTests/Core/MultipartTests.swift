import Foundation
import GatehouseWire
import Testing

@Suite struct MultipartTests {
    private static func read(_ text: String, boundary: String = "x-y") throws -> [String] {
        try Parameters(multipart: Data(text.utf8), boundary: boundary).elements.map { "\($0.name)=\($0.value)" }
    }

    private static func part(_ name: String, _ value: String) -> String {
        "--x-y\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    @Test func readsFormsOfBrowsers() throws {
        let text =
            Self.part("client_id", "app") + Self.part("password", "a&b=c\r\n--x ü") + Self.part("empty", "")
            + "--x-y--\r\n"
        #expect(try Self.read(text) == ["client_id=app", "password=a&b=c\r\n--x ü", "empty="])
        #expect(try Self.read("--x-y--") == [])
    }

    @Test(arguments: [
        ("", "The multipart body is incomplete."), (part("a", "b"), "The multipart body is incomplete."),
        ("--x-y\r\n\r\nb\r\n--x-y--", "A part of the form has no name, or is a file."),
        (
            "--x-y\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\nc\r\n--x-y--",
            "A part of the form has no name, or is a file."
        ),
        (part("a", "\0") + "--x-y--", "A part of the form is not text."),
        ("--x-y\r\nno head\r\n--x-y--", "A part of the form is not text."),
        (
            part(String(repeating: "a", count: 257), "b") + "--x-y--",
            "The name of a parameter exceeds 256 bytes."
        ),
        (String(repeating: part("a", "b"), count: 101) + "--x-y--", "There are more than 100 parameters."),
    ])
    func rejectsMalformedBodies(_ text: String, _ message: String) {
        #expect(throws: WireError(message)) { try Self.read(text) }
    }

    @Test func requiresBoundary() {
        #expect(throws: WireError("The multipart body is incomplete.")) { try Self.read("----", boundary: "") }
    }
}
