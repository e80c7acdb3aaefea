import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct OpenAPIDocumentTests {
    private let document: JSONValue

    init() throws {
        document = try OpenAPIDocument(issuer: "https://login.example.com/auth").value
    }

    /// All values of a member, at any depth.
    private func values(of name: String, in value: JSONValue) -> [JSONValue] {
        switch value {
        case .object(let members):
            members.flatMap { key, member in (key == name ? [member] : []) + values(of: name, in: member) }
        case .array(let elements): elements.flatMap { values(of: name, in: $0) }
        default: []
        }
    }

    private var operations: [JSONValue] {
        (document["paths"]?.object ?? [:]).values.flatMap { ($0.object ?? [:]).values }
    }

    @Test func describesEveryOperation() {
        let names = operations.compactMap { $0["operationId"]?.string }
        let expected = AccountAPI.endpoints.map { $0.operation.id } + ["checkLiveness", "checkReadiness"]
        #expect(names.sorted() == expected.sorted())
        for endpoint in AccountAPI.endpoints {
            let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()]
            let statuses = Set((operation?["responses"]?.object ?? [:]).keys)
            #expect(
                statuses == Set(endpoint.allProblems.map { "\($0.status.code)" } + ["\(endpoint.status.code)"]),
                "\(endpoint)"
            )
            #expect(operation?["security"] == [["bearer": ["account"]], ["oauth2": ["account"]]])
        }
    }

    @Test func definesEveryReference() {
        let references = Set(values(of: "$ref", in: document).compactMap(\.string))
        let components = document["components"]?.object ?? [:]
        let defined = ["schemas", "responses"].flatMap { section in
            (components[section]?.object ?? [:]).keys.map { "#/components/\(section)/\($0)" }
        }
        // The schemas of optional members are inline; each defined component is referenced.
        #expect(references == Set(defined))
    }

    @Test func describesEveryMember() {
        for (name, schema) in document["components"]?["schemas"]?.object ?? [:] {
            #expect(schema["description"]?.string?.hasSuffix(".") == true, "\(name)")
            for (member, value) in schema["properties"]?.object ?? [:] {
                #expect(value["description"]?.string?.hasSuffix(".") == true, "\(name).\(member)")
            }
        }
    }

    /// A text for a member that does not exist is a mistake.
    @Test func describesOnlyExistingMembers() {
        let types: [any DescribedJSON.Type] = [
            AccountDetails.self, AccountAttribute.self, AccountUpdateRequest.self, PasswordRequest.self,
            AccountDeletionResponse.self, AccountAddress.self, PendingAccountAddress.self, AccountAddresses.self,
            AddAddressRequest.self, VerifyAddressRequest.self, AddressUpdateRequest.self, SessionDetails.self,
            AccountCredentials.self, CredentialDetails.self, CredentialUpdateRequest.self, RecoveryCodes.self,
            SecondFactorRequest.self, SecondFactorSettings.self, StartEnrolmentRequest.self, CredentialEnrolment.self,
            AuthenticatorAppSetup.self, FinishEnrolmentRequest.self, CredentialAdded.self,
            Page<SessionDetails>.self, AccountApp.self, Page<AccountApp>.self, AccountPermission.self,
            SignInMethodDetails.self,
            SignInMethods.self, AccountActivity.self, Page<AccountActivity>.self, AccountExport.self,
            ExportedAccount.self, ExportedSession.self, ExportedConsent.self, ExportedAppData.self,
            ExportedBrowser.self, ProblemDetails.Body.self, OAuthError.Body.self, HealthResponse.self,
            ReplicationHealth.self,
        ]
        let schemas = document["components"]?["schemas"]?.object ?? [:]
        #expect(Set(schemas.keys) == Set(types.map { $0.schema.name }))
        for type in types {
            let members = schemas[type.schema.name]?["properties"]?.object ?? [:]
            #expect(Set(type.schema.members.keys) == Set(members.keys), "\(type)")
        }
    }

    @Test func namesEndpointsOfIssuer() {
        #expect(document["servers"] == [["url": "https://login.example.com/auth"]])
        let flow = document["components"]?["securitySchemes"]?["oauth2"]?["flows"]?["authorizationCode"]
        #expect(flow?["authorizationUrl"] == "https://login.example.com/auth/oauth2/authorize")
        #expect(flow?["tokenUrl"] == "https://login.example.com/auth/oauth2/token")
        #expect(flow?["scopes"]?.object?.keys.sorted() == ["account"])
    }

    @Test func writesSameBytesEveryTime() throws {
        let first = try OpenAPIDocument(issuer: "https://login.example.com").body
        for _ in 0..<5 { #expect(try OpenAPIDocument(issuer: "https://login.example.com").body == first) }
    }
}
