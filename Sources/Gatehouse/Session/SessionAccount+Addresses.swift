public import Foundation
public import GatehouseWire

extension SessionAccount {
    /// Fetches the email addresses and phone numbers, including those that wait for their code.
    ///
    /// - Returns: The addresses.
    /// - Throws: ``AuthError`` as every operation.
    public func addresses() async throws(AuthError) -> AccountAddresses {
        try await api.send(AccountCall(AccountAPI.ListAddresses.self)).value
    }

    /// Adds an email address, and sends a code to it.
    ///
    /// Requires a recent sign-in. The address takes effect when it is verified.
    ///
    /// - Parameter email: The email address.
    /// - Returns: The step that waits for the code. It does not reveal whether another account has the address.
    /// - Throws: ``AuthError``: `reauthenticationRequired`; `invalidAddress`, `addressAlreadyAdded` or
    ///   `tooManyAddresses`; otherwise as every operation.
    public func addEmail(_ email: String) async throws(AuthError) -> AddressVerificationStep {
        try await add(.email, email)
    }

    /// Adds a phone number, and sends a code to it.
    ///
    /// Requires a recent sign-in. The number takes effect when it is verified.
    ///
    /// - Parameter phone: The phone number in E.164 format, such as `+819012345678`.
    /// - Returns: The step that waits for the code. It does not reveal whether another account has the number.
    /// - Throws: ``AuthError``: `textMessagesUnavailable`; otherwise as ``addEmail(_:)``.
    public func addPhone(_ phone: String) async throws(AuthError) -> AddressVerificationStep {
        try await add(.phone, phone)
    }

    private func add(_ kind: AccountAddressKind, _ value: String) async throws(AuthError) -> AddressVerificationStep {
        guard !value.isEmpty else { throw .empty(.invalidAddress, "address") }
        var call = AccountCall(AccountAPI.AddAddress.self)
        call.body = AddAddressRequest(kind: kind, value: value)
        return step(for: try await api.send(call).value)
    }

    /// Returns the step that verifies an address which was added before.
    ///
    /// - Parameter address: One of the pending ``addresses()``.
    /// - Returns: The step that waits for the code.
    public func step(for address: PendingAccountAddress) -> AddressVerificationStep {
        AddressVerificationStep(address: address, api: api)
    }

    /// Makes an address the one that receives the messages of its kind.
    ///
    /// Requires a recent sign-in.
    ///
    /// - Parameter address: One of the verified ``addresses()``.
    /// - Returns: The changed address.
    /// - Throws: ``AuthError``: `reauthenticationRequired`; `notFound` or `addressNotVerified`; otherwise as every
    ///   operation.
    @discardableResult
    public func makePrimary(_ address: AccountAddress) async throws(AuthError) -> AccountAddress {
        var call = AccountCall(AccountAPI.UpdateAddress.self, id: address.id)
        call.body = AddressUpdateRequest(isPrimary: true)
        return try await api.send(call).value
    }

    /// Removes an address.
    ///
    /// Requires a recent sign-in.
    ///
    /// - Parameter address: One of the verified ``addresses()``.
    /// - Throws: ``AuthError``: `reauthenticationRequired`; `lastSignInMethod` or `lastAddress`; `addressInUse` if
    ///   another account is verifying the address; `notFound`; otherwise as every operation.
    public func remove(_ address: AccountAddress) async throws(AuthError) {
        _ = try await api.send(AccountCall(AccountAPI.RemoveAddress.self, id: address.id))
    }

    /// Abandons an address that waits for its code.
    ///
    /// Requires a recent sign-in.
    ///
    /// - Parameter address: One of the pending ``addresses()``.
    /// - Throws: ``AuthError`` as for a verified address.
    public func remove(_ address: PendingAccountAddress) async throws(AuthError) {
        _ = try await api.send(AccountCall(AccountAPI.RemoveAddress.self, id: address.id))
    }
}

/// A new address that waits for the code that was sent to it.
///
/// The value remains usable after an incorrect code.
public struct AddressVerificationStep: Sendable {
    /// The address, with the length of the code.
    public let address: PendingAccountAddress
    let api: AccountAPIClient

    /// The time at which the code expires; `nil` if no code is valid.
    public var expiresAt: Date? { address.expiresAt?.date }
    /// The time from which another code is sent; `nil` if that is possible now.
    public var resendAt: Date? { address.resendAfter?.date }

    /// Verifies the address with the code.
    ///
    /// - Parameter code: The code entered by the user; spaces are ignored.
    /// - Returns: The verified address.
    /// - Throws: ``AuthError``: `wrongCode` if the code is incorrect or has expired, after which this value can be used
    ///   again; `addressInUse` if another account uses the address, which is disclosed only to its owner; `notFound` if
    ///   the address was verified or abandoned meanwhile; otherwise as every operation of ``SessionAccount``.
    @discardableResult
    public func verify(code: String) async throws(AuthError) -> AccountAddress {
        guard code.contains(where: { !$0.isWhitespace }) else { throw .empty(.wrongCode, "code") }
        var call = AccountCall(AccountAPI.VerifyAddress.self, id: address.id)
        call.body = VerifyAddressRequest(code: Secret(code))
        return try await api.send(call).value
    }

    /// Sends the code again; before ``resendAt``, no further message is sent.
    ///
    /// - Returns: The step that waits for the code.
    /// - Throws: ``AuthError``: `notFound` if the address was verified or abandoned meanwhile; otherwise as every
    ///   operation of ``SessionAccount``.
    public func resend() async throws(AuthError) -> AddressVerificationStep {
        let call = AccountCall(AccountAPI.ResendAddressCode.self, id: address.id)
        return AddressVerificationStep(address: try await api.send(call).value, api: api)
    }
}
