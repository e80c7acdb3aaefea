import Foundation
import GatehouseWire
import Testing

/// The documents of the account API as JSON.
@Suite struct AccountDocumentTests {
    private static let time = Timestamp(seconds: 1_772_357_400)
    private static let session = SessionDetails(
        id: "a-1",
        kind: .app,
        clientID: "shop",
        clientName: "Example Shop",
        userAgent: "Shop/3.1",
        networkAddress: "198.51.100.7",
        createdAt: time,
        lastUsedAt: time,
        isCurrent: true
    )

    /// Expects the JSON of a value, and that the value can be read from it.
    private func expect<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
        let body = JSONCoding.encode(value)
        #expect(String(decoding: body, as: UTF8.self) == json)
        #expect(try JSONCoding.decode(Value.self, from: body) == value)
    }

    @Test func writesAccount() throws {
        try expect(
            AccountDetails(
                subject: "u1",
                createdAt: Self.time,
                updatedAt: Self.time,
                language: "de",
                attributes: [
                    AccountAttribute(name: .givenName, value: "Ada", isEditable: true),
                    AccountAttribute(name: .nickname, value: nil, isEditable: false),
                ],
                addresses: [
                    AccountAddress(
                        id: "x",
                        kind: .email,
                        value: "ada@example.com",
                        isPrimary: true,
                        isVerified: true,
                        verifiedAt: Self.time
                    )
                ]
            ),
            #"{"addresses":[{"id":"x","is_primary":true,"is_verified":true,"kind":"email","value":"ada@example.com","#
                + #""verified_at":"2026-03-01T09:30:00Z"}],"attributes":[{"is_editable":true,"name":"given_name","#
                + #""value":"Ada"},{"is_editable":false,"name":"nickname"}],"created_at":"2026-03-01T09:30:00Z","#
                + #""language":"de","sub":"u1","updated_at":"2026-03-01T09:30:00Z"}"#
        )
    }

    @Test func keepsRemovedAttributesInUpdate() throws {
        try expect(
            AccountUpdateRequest(attributes: ["given_name": nil, "family_name": "King"]),
            #"{"attributes":{"family_name":"King","given_name":null}}"#
        )
    }

    @Test func writesPageOfSessions() throws {
        try expect(
            Page(items: [Self.session], nextCursor: "c"),
            #"{"items":[{"client_id":"shop","client_name":"Example Shop","#
                + #""created_at":"2026-03-01T09:30:00Z","id":"a-1","is_current":true,"kind":"app","#
                + #""last_used_at":"2026-03-01T09:30:00Z","network_address":"198.51.100.7","#
                + #""user_agent":"Shop/3.1"}],"next_cursor":"c"}"#
        )
        try expect(Page<SessionDetails>(items: []), #"{"items":[]}"#)
    }

    @Test func writesPendingAddressWithoutCode() throws {
        try expect(
            PendingAccountAddress(id: "x", kind: .phone, value: "+4915112345678"),
            #"{"id":"x","kind":"phone","value":"+4915112345678"}"#
        )
    }

    @Test func keepsUnknownKinds() throws {
        let text = #"{"items":[{"can_be_removed":true,"id":"p","kind":"passkey"}]}"#
        let methods = try JSONCoding.decode(SignInMethods.self, from: Data(text.utf8))
        #expect(methods.items.map(\.kind) == [SignInMethodKind(rawValue: "passkey")])
        try expect(methods, text)
    }

    @Test func writesExportWithHiddenAttributes() throws {
        let export = AccountExport(
            issuer: "https://login.example.com",
            exportedAt: Self.time,
            account: ExportedAccount(
                subject: "u1",
                createdAt: Self.time,
                updatedAt: Self.time,
                attributes: ["vip": true]
            ),
            signInMethods: [],
            credentials: AccountCredentials(
                items: [CredentialDetails(id: "c", kind: .passkey, name: "Phone", createdAt: Self.time)],
                requiresSecondFactor: true,
                remainingRecoveryCodes: 9
            ),
            sessions: [
                ExportedSession(
                    session: Self.session,
                    scopes: [.openid],
                    authenticationMethods: [.password],
                    authenticatedAt: Self.time,
                    expiresAt: Self.time
                )
            ],
            consents: [
                ExportedConsent(
                    clientID: "shop",
                    scopes: [.email],
                    declinedScopes: [.phone],
                    claims: [.nickname],
                    grantedAt: Self.time
                )
            ],
            appData: [ExportedAppData(clientID: "game", values: ["level": 3])],
            browsers: [ExportedBrowser(firstSeenAt: Self.time, lastSeenAt: Self.time)],
            activity: [AccountActivity(id: "e", at: Self.time, kind: "password.changed")]
        )
        let read = try JSONCoding.decode(AccountExport.self, from: JSONCoding.encode(export))
        #expect(read == export)
        let value = try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(export))
        #expect(value["account"]?["attributes"] == ["vip": true])
        #expect(value["credentials"]?["remaining_recovery_codes"] == 9)
        #expect(value["credentials"]?["items"]?.array?.first?["kind"] == "passkey")
        #expect(value["consents"]?.array?.first?["declined_scopes"] == ["phone"])
        #expect(value["sessions"]?.array?.first?["session"]?["id"] == "a-1")
    }
}
