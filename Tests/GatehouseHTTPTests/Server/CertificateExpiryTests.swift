import Foundation
import GatehouseHTTP
import Testing

@Suite struct CertificateExpiryTests {
    private static let day: TimeInterval = 24 * 60 * 60
    private let end = Date(timeIntervalSince1970: 1_898_596_800)
    private var expiry: CertificateExpiry { CertificateExpiry(file: "/etc/gatehouse/chain.pem", end: end) }

    @Test func doesNotWarnMoreThanTwoWeeksBeforeExpiry() {
        #expect(expiry.warning(at: end - 14 * Self.day - 1) == nil)
        #expect(expiry.warning(at: end - 90 * Self.day) == nil)
    }

    @Test(arguments: [14 * day, 1]) func warnsWithinTwoWeeksBeforeExpiry(before: TimeInterval) {
        #expect(
            expiry.warning(at: end - before)
                == "Certificate /etc/gatehouse/chain.pem expires at 2030-03-01T12:00:00Z. Renew it and send SIGHUP."
        )
    }

    @Test(arguments: [0, 90 * day]) func warnsAfterExpiry(after: TimeInterval) {
        #expect(
            expiry.warning(at: end + after)
                == "Certificate /etc/gatehouse/chain.pem expired at 2030-03-01T12:00:00Z. Renew it and send SIGHUP."
        )
    }
}
