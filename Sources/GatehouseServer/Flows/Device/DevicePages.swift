import GatehouseStore
import GatehouseWire

/// The browser part of the device flow (RFC 8628 §3.3): the user enters the code, signs in and decides.
package struct DevicePages: Sendable {
    let core: ServerCore
    let engine: FlowEngine

    package init(core: ServerCore, engine: FlowEngine) {
        self.core = core
        self.engine = engine
    }

    /// Starts the decision on a device.
    ///
    /// - Returns: `nil` if no device authorization with this code is pending. An incorrect code counts against the
    ///   network address (RFC 8628 §5.1).
    package func begin(
        userCode typed: String,
        language: Language,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(FlowError) -> Flow? {
        try await FlowError.wrapping(awaiting: await engine.attemptLimiter.checkCodeAttempts(for: .none, context: context))
        guard let (device, client) = try await find(UserCode.normalize(typed)) else {
            try await core.commit(engine.attemptLimiter.changesRecordingWrongCode(for: .none, context: context))
            return nil
        }
        let purpose = FlowPurpose.device(DeviceApprovalRequest(device))
        var step = FlowStep.identify(IdentifyStep(mode: .signIn, email: nil))
        if let session = browser.session, let account = try await engine.account(session.accountID), !account.isDisabled
        {
            step = try await engine.actionForExistingSession(
                session,
                account,
                purpose,
                client,
                language,
                browser,
                context
            ).step
        }
        return try await engine.begin(purpose, client: client, at: step, language: language, browser: browser)
    }

    private func find(_ userCode: String) async throws(FlowError) -> (DeviceAuthorization, Client)? {
        do {
            guard let device = try await core.store.device(userCode: userCode), device.decision == .pending,
                device.redeemedAt == nil, device.expiresAt > core.now,
                let client = try await core.servedClient(device.clientID)
            else { return nil }
            return (device, client)
        } catch {
            throw core.flowError(error)
        }
    }
}
