import Foundation
import GatehouseHTTP
import Testing

@Suite struct CertificateTermTests {
    private static let day: TimeInterval = 24 * 60 * 60
    private let end = Date(timeIntervalSince1970: 1_898_596_800)
    private var term: CertificateTerm { CertificateTerm(file: "/etc/gatehouse/chain.pem", end: end) }

    @Test func whatIsGoodForMoreThanTwoWeeksIsNotWorthAWord() {
        #expect(term.warning(at: end - 14 * Self.day - 1) == nil)
        #expect(term.warning(at: end - 90 * Self.day) == nil)
    }

    @Test(arguments: [14 * day, 1]) func whatEndsSoonIsNamedWithItsEnd(before: TimeInterval) {
        #expect(
            term.warning(at: end - before)
                == "The certificate /etc/gatehouse/chain.pem ends at 2030-03-01T12:00:00Z. Renew it and send SIGHUP."
        )
    }

    @Test(arguments: [0, 90 * day]) func whatHasEndedIsNamedToo(after: TimeInterval) {
        #expect(
            term.warning(at: end + after)
                == "The certificate /etc/gatehouse/chain.pem has ended, at 2030-03-01T12:00:00Z. Renew it and send SIGHUP."
        )
    }
}
