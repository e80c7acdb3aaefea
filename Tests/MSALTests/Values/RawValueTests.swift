import MSAL
import Testing

/// The values of enumerations, options and constants, which apps compile in.
@Suite struct RawValueTests {
    @Test func matchesVendorOptions() {
        #expect(MSALNativeAuthChallengeTypes.OOB.rawValue == 1)
        #expect(MSALNativeAuthChallengeTypes.password.rawValue == 2)
        #expect(([.OOB, .password] as MSALNativeAuthChallengeTypes).rawValue == 3)
        #expect(MSALNativeAuthCapabilities.mfaRequired.rawValue == 1)
        #expect(MSALNativeAuthCapabilities.registrationRequired.rawValue == 2)
    }

    @Test func matchesVendorPromptTypes() {
        let types: [MSALPromptType] = [.selectAccount, .login, .consent, .create, .promptIfNecessary]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(MSALPromptType.default.rawValue == 4)
    }

    @Test func matchesVendorErrorCodes() {
        let errors: [MSALError] = [
            .internal, .workplaceJoinRequired, .interactionRequired, .serverDeclinedScopes,
            .serverProtectionPoliciesRequired, .userCanceled, .serverError, .insufficientDeviceStrength,
            .mdmEnrollmentCompletedNeedsRetry, .serverInvalidRequestResetPasswordRequired,
        ]
        #expect(errors.map(\.rawValue) == (0...8).map { -50_000 - $0 } + [-50_142])
    }

    @Test func matchesVendorUserInfoKeys() {
        #expect(MSALErrorDomain == "MSALErrorDomain")
        #expect(MSALErrorDescriptionKey == "MSALErrorDescriptionKey")
        #expect(MSALOAuthErrorKey == "MSALOAuthErrorKey")
        #expect(MSALOAuthSubErrorKey == "MSALOAuthSubErrorKey")
        #expect(MSALHTTPResponseCodeKey == "MSALHTTPResponseCodeKey")
        #expect(MSALCorrelationIDKey == "MSALCorrelationIDKey")
        #expect(MSALSTSErrorCodesKey == "MSALSTSErrorCodesKey")
    }

    @Test func matchesVendorLogLevels() {
        let levels: [MSALLogLevel] = [.nothing, .error, .warning, .info, .verbose]
        #expect(levels.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(MSALLogLevel.last.rawValue == 4)
        let policies: [MSALLogMaskingLevel] = [.settingsMaskAllPII, .settingsMaskEUIIOnly, .settingsMaskSecretsOnly]
        #expect(policies.map(\.rawValue) == [0, 1, 2])
    }

    @Test func matchesVendorFlowScenarios() {
        #expect(MSALNativeAuthFlowScenario.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(MSALNativeAuthFlowScenario.allCases == [.unknown, .signUp, .signIn, .passwordReset])
    }
}
