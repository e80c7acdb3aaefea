import MSAL
import Testing

@Suite struct OptionSetTests {
    @Test func matchesVendorRawValues() {
        #expect(MSALNativeAuthChallengeTypes.OOB.rawValue == 1)
        #expect(MSALNativeAuthChallengeTypes.password.rawValue == 2)
        #expect(([.OOB, .password] as MSALNativeAuthChallengeTypes).rawValue == 3)
        #expect(MSALNativeAuthCapabilities.mfaRequired.rawValue == 1)
        #expect(MSALNativeAuthCapabilities.registrationRequired.rawValue == 2)
    }
}
