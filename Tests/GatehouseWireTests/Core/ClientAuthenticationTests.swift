import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ClientAuthenticationTests {
    private let basic = AuthorizationHeader.basic(clientID: "app", clientSecret: Secret("s")).encoded

    @Test(arguments: [
        ClientAuthentication.none(clientID: "app"), .basic(clientID: "app", clientSecret: Secret("s: %")),
        .post(clientID: "app", clientSecret: Secret("s: %")),
    ])
    func readsBackWrittenAuthentication(_ client: ClientAuthentication) throws {
        var parameters = Parameters()
        client.form.append(to: &parameters)
        let form = try ClientCredentials(parameters: try Parameters(formEncoded: parameters.formEncoded))
        #expect(try ClientAuthentication(form: form, authorization: client.fields[.authorization]) == client)
    }

    @Test func reportsMethod() {
        #expect(ClientAuthentication.none(clientID: "a").method == .none)
        #expect(ClientAuthentication.basic(clientID: "a", clientSecret: Secret("s")).method == .clientSecretBasic)
        #expect(ClientAuthentication.post(clientID: "a", clientSecret: Secret("s")).method == .clientSecretPost)
    }

    @Test func acceptsSameClientInFormAndHeader() throws {
        let client = try ClientAuthentication(form: ClientCredentials(clientID: "app"), authorization: basic)
        #expect(client == .basic(clientID: "app", clientSecret: Secret("s")))
    }

    @Test func treatsEmptyBasicPasswordAsNone() throws {
        let field = AuthorizationHeader.basic(clientID: "app", clientSecret: Secret("")).encoded
        #expect(
            try ClientAuthentication(form: ClientCredentials(), authorization: field) == .none(clientID: "app")
        )
        let form = ClientCredentials(clientID: "app", clientSecret: Secret("s"))
        #expect(
            try ClientAuthentication(form: form, authorization: field)
                == .post(clientID: "app", clientSecret: Secret("s"))
        )
        #expect(throws: OAuthError.self) {
            try ClientAuthentication(form: ClientCredentials(clientID: "other"), authorization: field)
        }
    }

    @Test func rejectsTwoMethods() {
        let form = ClientCredentials(clientID: "app", clientSecret: Secret("s"))
        #expect(throws: OAuthError(.invalidRequest, "Only one authentication method may be used per request.")) {
            try ClientAuthentication(form: form, authorization: basic)
        }
    }

    @Test func rejectsTwoClients() {
        let form = ClientCredentials(clientID: "other")
        #expect(
            throws: OAuthError(
                .invalidRequest,
                "client_id does not match the Authorization header."
            )
        ) { try ClientAuthentication(form: form, authorization: basic) }
    }

    @Test(arguments: [nil, "Bearer abc", "Basic !", "Negotiate abc"])
    func rejectsUnidentifiedClient(_ field: String?) {
        let error = #expect(throws: OAuthError.self) {
            try ClientAuthentication(form: ClientCredentials(), authorization: field)
        }
        #expect(error?.code == .invalidClient)
        #expect(error?.status == .unauthorized)
    }

    @Test func rejectsRepeatedSecret() throws {
        let parameters = try Parameters(formEncoded: "client_id=a&client_secret=x&client_secret=y")
        let error = OAuthError(.invalidRequest, "The parameter client_secret must not be included more than once.")
        #expect(throws: error) {
            try ClientCredentials(parameters: parameters)
        }
    }
}
