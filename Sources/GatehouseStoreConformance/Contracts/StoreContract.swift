extension StoreContractTest: CaseIterable {
    /// The whole contract.
    package static let allCases: [StoreContractTest] =
        [
            CommitContract.tests, AccountContract.tests, CredentialsContract.tests, CredentialContract.tests,
            CredentialListContract.tests, AccountPageContract.tests,
            AccountDeletionContract.tests, AccountUsageContract.tests, AccountIdentifierContract.tests,
            CustomFieldsContract.tests,
            ClientContract.tests, ConsentContract.tests, FlowContract.tests, AuthorizationCodeContract.tests,
            SessionContract.tests, SessionEndContract.tests, BrowserSessionContract.tests, RevokedTokenContract.tests,
            DeviceAuthorizationContract.tests, DeviceDecisionContract.tests, KeyContract.tests, MessageContract.tests,
            CounterContract.tests, AuditContract.tests, CleanupContract.tests, ResourceContract.tests,
            PushedRequestContract.tests, InitialAccessTokenContract.tests, UsedIdentifierContract.tests,
            LogoutNoticeContract.tests, AuditFilterContract.tests, EventStreamContract.tests,
        ].flatMap { $0 }
}
