import GatehouseStore
import GatehouseWire

/// The browser part of the device flow (RFC 8628 §3.3): the user enters the code, signs in and decides.
package struct DevicePages: Sendable {
    let core: ServerCore
    let runner: FlowRunner
    let actions: RequiredActions
    let attemptLimiter: AttemptLimiter

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
        try await FlowError.wrapping(async: await attemptLimiter.checkCodeAttempts(for: .none, context: context))
        guard let (device, client) = try await find(UserCode.normalize(typed)) else {
            try await core.commit(attemptLimiter.changesRecordingWrongCode(for: .none, context: context))
            return nil
        }
        let start = FlowStart(
            purpose: .device(DeviceApprovalRequest(device)),
            client: client,
            language: language,
            browser: browser,
            context: context
        )
        var transition = Transition.restartingSignIn
        if let session = browser.session, let next = try await actions.actionForExistingSession(session, start) {
            transition = next
        }
        return try await runner.start(start, with: transition)
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
