/// The tags of an HTML document, parsed more strictly than by a browser.
///
/// Each `<` must open a tag in the templates' plain form, so unescaped text shows up as an unexpected tag or attribute,
/// or as an error.
struct HTMLOutline {
    struct Tag: Equatable {
        var name: String
        var isClosing = false
        var attributes: [String: String] = [:]
        /// The text up to the next tag, with entities decoded.
        var text = ""
    }

    struct Malformed: Error {
        var reason: String
    }

    private(set) var tags: [Tag] = []

    init(_ html: String) throws(Malformed) {
        var scanner = Scanner(scalars: Array(html.unicodeScalars))
        guard scanner.skip("<!doctype html>") else { throw Malformed(reason: "no doctype") }
        while !scanner.isAtEnd {
            let text = scanner.read { $0 != "<" }
            if tags.isEmpty == false { tags[tags.count - 1].text = try Self.decoded(text) }
            guard scanner.skip("<") else { break }
            tags.append(try scanner.tag())
        }
    }

    /// The structure of the document without its texts: each tag with the names of its attributes.
    var structure: [String] {
        tags.map { ($0.isClosing ? "/" : "") + $0.name + $0.attributes.keys.sorted().map { " " + $0 }.joined() }
    }

    func all(_ names: String...) -> [Tag] { tags.filter { !$0.isClosing && names.contains($0.name) } }

    /// Returns the tags inside each element of a name; such elements must not nest.
    func contents(of name: String) -> [[Tag]] {
        tags.indices.filter { tags[$0].name == name && !tags[$0].isClosing }.map { start in
            Array(tags[(start + 1)...].prefix { !($0.name == name && $0.isClosing) })
        }
    }

    private static func decoded(_ text: String) throws(Malformed) -> String {
        let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "#39": "'"]
        var parts = text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false).map { String($0) }
        for index in parts.indices.dropFirst() {
            let name = parts[index].unicodeScalars.prefix { $0 != ";" }
            guard let character = entities[String(name)], name.endIndex != parts[index].unicodeScalars.endIndex else {
                throw Malformed(reason: "a bare & before \(parts[index].prefix(20))")
            }
            parts[index] = character + String(parts[index].unicodeScalars[name.endIndex...].dropFirst())
        }
        return parts.joined()
    }

    private struct Scanner {
        let scalars: [Unicode.Scalar]
        var position = 0

        var isAtEnd: Bool { position == scalars.count }

        mutating func skip(_ text: String) -> Bool {
            guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
            position += text.unicodeScalars.count
            return true
        }

        mutating func read(while condition: (Unicode.Scalar) -> Bool) -> String {
            let start = position
            while position < scalars.count, condition(scalars[position]) { position += 1 }
            return scalars[start..<position].reduce(into: "") { $0.unicodeScalars.append($1) }
        }

        mutating func word() throws(Malformed) -> String {
            let word = read { $0.isASCII && ($0.properties.isAlphabetic || "-0123456789".unicodeScalars.contains($0)) }
            guard !word.isEmpty else { throw Malformed(reason: "no name at \(position)") }
            return word
        }

        mutating func tag() throws(Malformed) -> Tag {
            var tag = Tag(name: "", isClosing: skip("/"))
            tag.name = try word()
            while !skip(">") {
                if skip("/>") { break }
                guard skip(" ") else { throw Malformed(reason: "in <\(tag.name)> at \(position)") }
                let name = try word()
                guard tag.attributes[name] == nil else { throw Malformed(reason: "\(name) twice in <\(tag.name)>") }
                guard skip("=") else {
                    tag.attributes[name] = ""
                    continue
                }
                guard skip("\"") else { throw Malformed(reason: "\(name) is not quoted") }
                tag.attributes[name] = try HTMLOutline.decoded(read { $0 != "\"" })
                guard skip("\"") else { throw Malformed(reason: "\(name) does not end") }
            }
            return tag
        }
    }
}
