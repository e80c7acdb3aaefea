import Foundation
import GatehouseWire
import HTTPTypes
import Testing

struct ReportedSessionEndTests {
    private var error: OAuthError {
        var error = OAuthError(.invalidGrant, "The refresh token is invalid, expired or revoked.")
        error.sessionEnd = .accountDeleted
        return error
    }

    @Test func extendsErrorResponse() throws {
        let body = String(decoding: error.body(), as: UTF8.self)
        #expect(body.contains(#""session_end_reason":"account_deleted""#))
        #expect(try OAuthError(status: .badRequest, fields: [:], body: error.body()).sessionEnd == .accountDeleted)
        let plain = OAuthError(.invalidGrant, "")
        #expect(!String(decoding: plain.body(), as: UTF8.self).contains("session_end_reason"))
    }

    @Test func keepsReasonInProtocolsOfVendors() throws {
        #expect(AmazonError.adapt(error, invalidGrant: AmazonError.invalidRefreshToken).sessionEnd == .accountDeleted)
        let entra = EntraErrorBody(EntraError(error), traceID: nil, correlationID: nil, timestamp: nil)
        let read = try EntraErrorBody(status: .badRequest, fields: [:], body: entra.body())
        #expect(read.error.sessionEnd == .accountDeleted)
    }

    @Test func keepsReasonOfLaterServer() throws {
        let body = Data(#"{"error":"invalid_grant","session_end_reason":"moved"}"#.utf8)
        #expect(try OAuthError(status: .badRequest, fields: [:], body: body).sessionEnd?.rawValue == "moved")
    }
}
