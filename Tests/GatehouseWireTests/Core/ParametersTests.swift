import GatehouseWire
import Testing

@Suite struct ParametersTests {
    @Test func readsNamesAndValuesInOrder() throws {
        let parameters = try Parameters(formEncoded: "code=a%2Fb+c&state=%C3%A4&code_verifier=x=y&prompt&&scope=")
        #expect(
            parameters.elements == [
                .init(name: "code", value: "a/b c"), .init(name: "state", value: "ä"),
                .init(name: "code_verifier", value: "x=y"), .init(name: "prompt", value: ""),
                .init(name: "scope", value: ""),
            ]
        )
    }

    @Test(arguments: ["state=%", "state=%4", "state=%zz", "state=%+1", "%=1", "a=1&b=%G0"])
    func rejectsMalformedEscapes(_ text: String) {
        #expect(throws: WireError("A percent escape is not followed by two hexadecimal digits.")) {
            try Parameters(formEncoded: text)
        }
    }

    @Test(arguments: ["state=%FF", "state=%C3", "state=%C0%80", "state=%ED%A0%80", "state=a%00b", "%FE=1"])
    func rejectsInvalidText(_ text: String) {
        #expect(throws: WireError("A name or value is not valid UTF-8 text.")) { try Parameters(formEncoded: text) }
    }

    @Test func enforcesLimits() throws {
        let hundred = (0..<100).map { "p\($0)=1" }.joined(separator: "&")
        #expect(try Parameters(formEncoded: hundred).elements.count == 100)
        #expect(throws: WireError("There are more than 100 parameters.")) {
            try Parameters(formEncoded: hundred + "&one=more")
        }

        let name = String(repeating: "n", count: 256)
        #expect(try Parameters(formEncoded: name + "=1").elements.count == 1)
        #expect(throws: WireError("The name of a parameter exceeds 256 bytes.")) {
            try Parameters(formEncoded: name + "n=1")
        }

        let value = String(repeating: "v", count: 16 * 1024)
        #expect(try Parameters(formEncoded: "state=" + value)[.state] == value)
        #expect(throws: WireError("The value of a parameter exceeds 16384 bytes.")) {
            try Parameters(formEncoded: "state=v" + value)
        }
    }

    @Test func writesPortableEncoding() throws {
        var parameters = Parameters([.scope: "openid profile", .state: "a+b&c=d/ä~", .nonce: nil])
        parameters.append(.code, "")
        #expect(parameters.formEncoded == "scope=openid%20profile&state=a%2Bb%26c%3Dd%2F%C3%A4~&code=")
        #expect(try Parameters(formEncoded: parameters.formEncoded) == parameters)
    }

    @Test func readsBackWrittenParameters() throws {
        // Characters of every UTF-8 length, and all that have a meaning in a form.
        let letters = Array("aZ09-._~ +&=%#?/\"\\\n\u{1}äß漢\u{1F600}").map(String.init)
        for start in letters.indices {
            let text = (0..<40).map { letters[(start * 7 + $0 * $0) % letters.count] }.joined()
            let parameters = Parameters([.init(name: text, value: text), .init(name: "state", value: text)])
            #expect(try Parameters(formEncoded: parameters.formEncoded) == parameters)
        }
    }

    @Test func treatsEmptyValueAsAbsent() throws {
        let parameters = try Parameters(formEncoded: "state=&nonce=n")
        #expect(parameters[.state] == nil)
        #expect(try parameters.optional(.state) == nil)
        #expect(parameters[.nonce] == "n")
        #expect(parameters[.code] == nil)
        #expect(throws: OAuthError(.invalidRequest, "Missing required parameter: state.")) {
            try parameters.required(.state)
        }
    }

    @Test(arguments: ["state=a&state=b", "state=a&state=a", "state=&state=a", "state&nonce=1&state"])
    func rejectsRepeatedParameter(_ text: String) throws {
        let parameters = try Parameters(formEncoded: text)
        #expect(parameters.duplicates == ["state"])
        let repeated = OAuthError(.invalidRequest, "The parameter state must not be included more than once.")
        #expect(throws: repeated) { try parameters.optional(.state) }
        #expect(throws: repeated) { try parameters.required(.state) }
    }

    @Test func rejectsOverlongValue() throws {
        let parameters = try Parameters(formEncoded: "state=ääää")
        #expect(try parameters.optional(.state, limit: 8) == "ääää")
        #expect(throws: OAuthError(.invalidRequest, "The parameter state exceeds 7 bytes.")) {
            try parameters.required(.state, limit: 7)
        }
    }

    @Test func ignoresOtherRepeatedParameters() throws {
        let parameters = try Parameters(formEncoded: "x-client-SKU=1&x-client-SKU=2&code=c")
        #expect(try parameters.required(.code) == "c")
    }

    @Test func replacesAllValuesOfName() throws {
        var parameters = try Parameters(formEncoded: "resource=a&code=c&resource=b&resource=")
        #expect(parameters.all(.resource) == ["a", "b"])
        parameters.set(.resource, "d")
        #expect(parameters.formEncoded == "code=c&resource=d")
        parameters.set(.resource, nil)
        #expect(parameters.formEncoded == "code=c")
    }

    /// RFC 8707 §2 sets no limit; the authorization of a request is stored.
    @Test func limitsNumberOfResources() throws {
        let names = Array(repeating: "resource=urn:example:api", count: Parameters.resourceLimit)
        let most = try Parameters(formEncoded: names.joined(separator: "&"))
        #expect(try most.resources().count == 32)
        let more = try Parameters(formEncoded: (names + ["resource=urn:example:other"]).joined(separator: "&"))
        let error = #expect(throws: OAuthError.self) { try more.resources() }
        #expect(error?.code == .invalidTarget)
    }

    @Test func omitsValuesFromDescription() throws {
        #expect("\(try Parameters(formEncoded: "code=secret&state=also"))" == "code&state")
    }
}
