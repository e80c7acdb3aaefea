package import Foundation

extension Parameters {
    /// Reads the members of one JSON object, which Login with Amazon's clients send in the place of a form.
    ///
    /// A number or truth value becomes its text, and so does an object or list within (`scope_data`); `null` counts as absent.
    ///
    /// - Throws: `WireError` when it is not one JSON object, or holds more than the limits allow.
    package init(json body: Data, limits: Limits = .standard) throws(WireError) {
        let members = try WireJSON.decode([String: JSONValue].self, from: body, depth: 6)
        guard members.count <= limits.count else { throw WireError("There are more than \(limits.count) parameters.") }
        var elements: [Element] = []
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            let value: String
            switch member {
            case .null: continue
            case .string(let text): value = text
            default: value = String(decoding: WireJSON.encode(member), as: UTF8.self)
            }
            guard name.utf8.count <= limits.name else {
                throw WireError("The name of a parameter is longer than \(limits.name) bytes.")
            }
            guard value.utf8.count <= limits.value else {
                throw WireError("The value of a parameter is longer than \(limits.value) bytes.")
            }
            elements.append(Element(name: name, value: value))
        }
        self.init(elements)
    }

    /// The parameters as one JSON object of strings, as Login with Amazon's token endpoint takes them too.
    package var json: Data {
        WireJSON.encode(Dictionary(elements.map { ($0.name, $0.value) }) { first, _ in first })
    }

    /// The parameters without exact repetitions, which Login with Amazon tolerates; a second value of the same name
    /// stays and is refused later.
    package var withoutRepetitions: Parameters {
        var seen: Set<[UInt8]> = []
        return Parameters(elements.filter { seen.insert(Array($0.name.utf8) + [0] + Array($0.value.utf8)).inserted })
    }

    /// The one value of that name, refused in Amazon's words when it is doubled or too long.
    func amazonOptional(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String? {
        do { return try line(name, limit: limit) } catch { throw AmazonError.malformed }
    }

    /// The one value of that name, refused in Amazon's words when it is missing, doubled or too long.
    func amazonRequired(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String {
        guard let value = try amazonOptional(name, limit: limit) else { throw AmazonError.missing(name) }
        return value
    }

    /// The scopes asked for, parted by any number of spaces.
    func amazonScopes() throws(OAuthError) -> ScopeSet {
        let words = Scope.list(try amazonOptional(.scope, limit: 4096)).map(\.rawValue)
        guard let scopes = ScopeSet(parsing: words.joined(separator: " ")) else { throw AmazonError.unknownScope }
        return scopes
    }

    /// What was asked for with each scope.
    func amazonScopeData() throws(OAuthError) -> AmazonScopeData? {
        guard let text = try amazonOptional(.scopeData, limit: 4096) else { return nil }
        do { return try AmazonScopeData(parsing: text) } catch { throw AmazonError.invalid(.scopeData) }
    }
}
