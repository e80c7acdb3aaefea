import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct DeviceAuthorizationTests {
    @Test func readsBackWrittenRequest() throws {
        let request = DeviceAuthorizationRequest(
            scope: [.openid],
            client: ClientCredentials(clientID: "tv"),
            resources: ["https://api.example.com"]
        )
        let form = "scope=openid&client_id=tv&resource=https%3A%2F%2Fapi.example.com"
        #expect(request.parameters.formEncoded == form)
        #expect(try DeviceAuthorizationRequest(parameters: Parameters(formEncoded: form)) == request)
    }

    @Test func rejectsMalformedScope() {
        let error = #expect(throws: OAuthError.self) {
            try DeviceAuthorizationRequest(parameters: Parameters(formEncoded: "client_id=tv&scope=%5C"))
        }
        #expect(error?.code == .invalidScope)
    }

    @Test func writesStandardResponse() throws {
        let response = DeviceAuthorizationResponse(
            deviceCode: Secret("d"),
            userCode: "WDJB-MJHT",
            verificationURI: try #require(URL(string: "https://id.example.com/device")),
            verificationURIComplete: URL(string: "https://id.example.com/device?user_code=WDJB-MJHT"),
            expiresIn: 600
        )
        let json =
            #"{"device_code":"d","expires_in":600,"interval":5,"user_code":"WDJB-MJHT","#
            + #""verification_uri":"https://id.example.com/device","#
            + #""verification_uri_complete":"https://id.example.com/device?user_code=WDJB-MJHT"}"#
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
        #expect(try DeviceAuthorizationResponse(body: Data(json.utf8), fields: [:]) == response)
    }

    @Test(arguments: [("", 5), (#","interval":10"#, 10), (#","interval":0"#, 1), (#","interval":null"#, 5)])
    func limitsPollingToOncePerSecond(_ member: String, _ interval: Int) throws {
        let json =
            #"{"device_code":"d","user_code":"u","verification_uri":"https://a.example","expires_in":1,"message":"m""#
            + member + "}"
        #expect(try DeviceAuthorizationResponse(body: Data(json.utf8), fields: [:]).interval == interval)
    }

    @Test(arguments: [
        "{}", #"{"device_code":"d","user_code":"u","verification_uri":"https://a.example"}"#,
        #"{"device_code":"d","user_code":"u","verification_uri":"https://a.example","expires_in":"x"}"#,
    ])
    func rejectsIncompleteResponse(_ json: String) {
        #expect(throws: WireError.self) { try DeviceAuthorizationResponse(body: Data(json.utf8), fields: [:]) }
    }
}
