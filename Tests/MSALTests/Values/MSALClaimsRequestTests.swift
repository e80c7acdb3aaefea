import Foundation
import MSAL
import Testing

@Suite struct MSALClaimsRequestTests {
    @Test func encodesClaimsRequest() throws {
        let request = MSALClaimsRequest()
        try request.requestClaim(MSALIndividualClaimRequest(name: "given_name"), for: .idToken)
        let acr = MSALIndividualClaimRequest(name: "acr")
        acr.additionalInfo = MSALIndividualClaimRequestAdditionalInfo(essential: true, value: nil, values: ["a", "b"])
        try request.requestClaim(acr, for: .idToken)
        let level = MSALIndividualClaimRequest(name: "acrs")
        level.additionalInfo = MSALIndividualClaimRequestAdditionalInfo(essential: nil, value: "c1", values: nil)
        try request.requestClaim(level, for: .accessToken)
        #expect(
            request.jsonString()
                == #"{"access_token":{"acrs":{"value":"c1"}},"id_token":{"acr":{"essential":true,"values":["a","b"]},"given_name":null}}"#
        )
    }

    @Test func decodesClaimsRequest() throws {
        let json = #"{"id_token":{"acr":{"essential":true,"values":["a","b"]},"given_name":null}}"#
        var error: NSError?
        let request = unsafe MSALClaimsRequest(jsonString: json, error: &error)
        #expect(error == nil)
        #expect(request.claimsRequests(for: .idToken)?.map(\.name) == ["acr", "given_name"])
        #expect(request.claimsRequests(for: .idToken)?.first?.additionalInfo?.essential == true)
        #expect(request.claimsRequests(for: .accessToken) == nil)
        #expect(request.jsonString() == json)
    }

    @Test(arguments: ["", "[]", #"{"id_token":"a"}"#])
    func reportsMalformedClaimsRequest(json: String) {
        var error: NSError?
        let request = unsafe MSALClaimsRequest(jsonString: json, error: &error)
        #expect(error?.domain == MSALErrorDomain)
        #expect(request.jsonString() == "{}")
    }

    @Test func replacesAndRemovesClaim() throws {
        let request = MSALClaimsRequest()
        let first = MSALIndividualClaimRequest(name: "acr")
        let second = MSALIndividualClaimRequest(name: "acr")
        try request.requestClaim(first, for: .idToken)
        try request.requestClaim(second, for: .idToken)
        #expect(request.claimsRequests(for: .idToken)?.first === second)
        #expect(request.claimsRequests(for: .idToken)?.count == 1)
        try request.removeClaimRequest(withName: "acr", target: .idToken)
        #expect(request.claimsRequests(for: .idToken) == nil)
        #expect(throws: NSError.self) { try request.removeClaimRequest(withName: "acr", target: .idToken) }
        #expect(throws: NSError.self) { try request.requestClaim(MSALIndividualClaimRequest(name: "")) }
    }

    @Test func rejectsClaimValueOutsideJSON() throws {
        let request = MSALClaimsRequest()
        let claim = MSALIndividualClaimRequest(name: "acr")
        claim.additionalInfo = MSALIndividualClaimRequestAdditionalInfo()
        claim.additionalInfo?.value = Date(timeIntervalSince1970: 0)
        try request.requestClaim(claim)
        #expect(request.jsonString() == nil)
    }
}
