import GatehouseStore
import GatehouseWire

/// The browser's side of the device flow (RFC 8628 §3.3): a person types the code their device shows, signs in, and decides.
package struct DevicePages: Sendable {
    let core: ServerCore
    let engine: TransactionEngine

    package init(core: ServerCore, engine: TransactionEngine) {
        self.core = core
        self.engine = engine
    }

    /// Begins the decision on a device.
    ///
    /// - Returns: `nil` when no device waits with that code. A wrong code counts against the network address (RFC 8628 §5.1).
    package func begin(
        userCode typed: String,
        language: Language,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(TransactionError) -> Transaction? {
        try await engine.failures.admitCode(for: .none, context: context)
        guard let (device, client) = try await find(UserCode.normalize(typed)) else {
            try await core.commit(engine.failures.wrongCode(for: .none, context: context))
            return nil
        }
        let purpose = TransactionPurpose.device(DeviceIntent(device))
        var step = TransactionStep.identify(IdentifyStep(mode: .signIn, email: nil))
        if let session = browser.session, let account = try await engine.account(session.accountID), !account.isDisabled
        {
            step = try await engine.resume(session, account, purpose, client, language, browser, context).step
        }
        return try await engine.begin(purpose, client: client, at: step, language: language, browser: browser)
    }

    private func find(_ userCode: String) async throws(TransactionError) -> (DeviceAuthorization, Client)? {
        do {
            guard let device = try await core.store.device(userCode: userCode), device.decision == .pending,
                device.redeemedAt == nil, device.expiresAt > core.now,
                let client = try await core.servedClient(device.clientID)
            else { return nil }
            return (device, client)
        } catch {
            throw core.failed(error)
        }
    }
}
