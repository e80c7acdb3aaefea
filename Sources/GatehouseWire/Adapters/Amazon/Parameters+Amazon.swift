package import Foundation

extension Parameters {
    /// Reads the members of one JSON object, which Login with Amazon accepts as an alternative to a form.
    ///
    /// Numbers, Booleans, objects and arrays become their JSON text (`scope_data`); `null` counts as absent.
    ///
    /// - Throws: `WireError` if it is not one JSON object or exceeds a limit.
    package init(json body: Data, limits: Limits = .standard) throws(WireError) {
        let members = try JSONCoding.decode([String: JSONValue].self, from: body, depth: 6)
        guard members.count <= limits.count else { throw WireError("There are more than \(limits.count) parameters.") }
        var elements: [Element] = []
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            let value: String
            switch member {
            case .null: continue
            case .string(let text): value = text
            default: value = String(decoding: JSONCoding.encode(member), as: UTF8.self)
            }
            guard name.utf8.count <= limits.name else {
                throw WireError("The name of a parameter exceeds \(limits.name) bytes.")
            }
            guard value.utf8.count <= limits.value else {
                throw WireError("The value of a parameter exceeds \(limits.value) bytes.")
            }
            elements.append(Element(name: name, value: value))
        }
        self.init(elements)
    }

    /// The parameters as one JSON object of strings, which Login with Amazon's token endpoint accepts too.
    package var json: Data {
        JSONCoding.encode(Dictionary(elements.map { ($0.name, $0.value) }) { first, _ in first })
    }

    /// The parameters without exact repetitions, which Login with Amazon tolerates; other repetitions are kept and
    /// rejected later.
    package var withoutRepetitions: Parameters {
        var seen: Set<[UInt8]> = []
        return Parameters(elements.filter { seen.insert(Array($0.name.utf8) + [0] + Array($0.value.utf8)).inserted })
    }

    /// Returns the single value of a name; throws Amazon's error if it is repeated or too long.
    func amazonOptional(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String? {
        do { return try line(name, limit: limit) } catch { throw AmazonError.malformed }
    }

    /// Returns the single value of a name; throws Amazon's error if it is missing, repeated or too long.
    func amazonRequired(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String {
        guard let value = try amazonOptional(name, limit: limit) else { throw AmazonError.missing(name) }
        return value
    }

    /// Returns the requested scopes, separated by any number of spaces.
    func amazonScopes() throws(OAuthError) -> ScopeSet {
        let words = Scope.list(try amazonOptional(.scope, limit: 4096)).map(\.rawValue)
        guard let scopes = ScopeSet(parsing: words.joined(separator: " ")) else { throw AmazonError.unknownScope }
        return scopes
    }

    /// Returns the data of the requested scopes.
    func amazonScopeData() throws(OAuthError) -> AmazonScopeData? {
        guard let text = try amazonOptional(.scopeData, limit: 4096) else { return nil }
        do { return try AmazonScopeData(parsing: text) } catch { throw AmazonError.invalid(.scopeData) }
    }
}

extension ClientAuthentication {
    /// Returns every client authentication of a Login with Amazon request: Basic, in the body, or both.
    ///
    /// An empty secret counts as none.
    ///
    /// - Throws: `invalid_client` if no client is named, two are named, or the `Authorization` header cannot be read.
    package static func amazon(
        form: ClientCredentials,
        authorization field: String?
    ) throws(OAuthError) -> [ClientAuthentication] {
        var presented: [ClientAuthentication] = []
        if let field {
            guard case .basic(let clientID, let secret)? = try? AuthorizationHeader(field),
                form.clientID == nil || form.clientID == clientID
            else { throw AmazonError.invalidClient }
            presented.append(
                secret.reveal().isEmpty ? .none(clientID: clientID) : .basic(clientID: clientID, clientSecret: secret)
            )
        }
        if let clientID = form.clientID ?? presented.first?.clientID {
            if let secret = form.clientSecret {
                presented.append(.post(clientID: clientID, clientSecret: secret))
            } else if presented.isEmpty {
                presented.append(.none(clientID: clientID))
            }
        }
        guard !presented.isEmpty else { throw AmazonError.invalidClient }
        return presented
    }
}
