import AuthenticatorTestSupport
import CFido2
import Crypto
import Foundation
import GatehouseConcurrency
import GatehouseSecurityKeys
import GatehouseTesting
import GatehouseWebAuthn

/// A security key in software below libfido2: receives the messages of CTAP 2.1 that a USB key would.
///
/// The library's callbacks carry no context, so one key at a time is connected.
final class VirtualKey: Sendable {
    private struct State {
        var passkeys: [SoftwareAuthenticator] = []
        var reply = Data()
        var nextStatus: UInt8?
        var isCancelled = false
        var requests: [CBORValue] = []
    }

    private static let connected = Mutex<VirtualKey?>(nil)

    /// Whether a touch never happens.
    private let isUntouched: Bool
    /// Whether passkeys can be discoverable.
    private let hasStorage: Bool
    private let state = Mutex(State())

    init(isUntouched: Bool = false, hasStorage: Bool = true) {
        self.isUntouched = isUntouched
        self.hasStorage = hasStorage
    }

    /// Lets the next operation fail with a status of CTAP 2.1 §8.2.
    func failNext(with status: Int32) {
        state.withLock { $0.nextStatus = UInt8(truncatingIfNeeded: status) }
    }

    /// Removes and returns the operations since the last call.
    func takeRequests() -> [CBORValue] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// Returns a connector at which this key is connected.
    func connector() -> SecurityKeyConnector {
        Self.connected.withLock { $0 = self }
        return unsafe SecurityKeyConnector(
            paths: { ["virtual"] },
            open: { device, path in
                var io = fido_dev_io_t()
                unsafe io.open = { _ in unsafe UnsafeMutableRawPointer(bitPattern: 1) }
                unsafe io.close = { _ in }
                unsafe io.read = { _, _, _, _ in -1 }
                unsafe io.write = { _, _, _ in -1 }
                var transport = fido_dev_transport_t()
                unsafe transport.rx = { _, command, buffer, count, _ in
                    guard let key = VirtualKey.connected.withLock(\.self) else { return -1 }
                    let reply = key.receive(command, upTo: count)
                    guard let reply, let buffer = unsafe buffer else { return -1 }
                    unsafe reply.copyBytes(to: buffer, count: reply.count)
                    return Int32(reply.count)
                }
                unsafe transport.tx = { _, command, buffer, count in
                    guard let key = VirtualKey.connected.withLock(\.self) else { return -1 }
                    let bytes = unsafe buffer.map { unsafe Data(bytes: $0, count: count) } ?? Data()
                    key.send(command, bytes)
                    return 0
                }
                guard unsafe fido_dev_set_io_functions(device, &io) == FIDO_OK,
                    unsafe fido_dev_set_transport_functions(device, &transport) == FIDO_OK
                else { return FIDO_ERR_INTERNAL }
                return unsafe fido_dev_open(device, path)
            }
        )
    }

    // MARK: Messages

    private func send(_ command: UInt8, _ bytes: Data) {
        state.withLock { state in
            switch Int32(command & 0x7F) {
            case CTAP_CMD_INIT:
                // The nonce, a channel, and the versions and capabilities: CBOR without U2F (CTAP 2.1 §11.2.9.1.3).
                state.reply = bytes.prefix(8) + [0, 0, 0, 1, 2, 1, 0, 0, 0x04 | 0x08]
            case CTAP_CMD_CANCEL:
                state.isCancelled = true
            case CTAP_CMD_CBOR:
                state.reply = answer(bytes, &state)
            default:
                state.reply = Data([UInt8(FIDO_ERR_INVALID_COMMAND)])
            }
        }
    }

    /// Returns the reply to the last message, after a touch or a cancellation.
    private func receive(_ command: UInt8, upTo limit: Int) -> Data? {
        while isUntouched, isWaitingForTouch {
            if state.withLock(\.isCancelled) { return Data([UInt8(FIDO_ERR_KEEPALIVE_CANCEL)]) }
            usleep(1_000)
        }
        let reply = state.withLock(\.reply)
        return reply.count <= limit ? reply : nil
    }

    private var isWaitingForTouch: Bool { state.withLock { !$0.requests.isEmpty } }

    private func answer(_ bytes: Data, _ state: inout State) -> Data {
        guard let operation = bytes.first else { return Data([UInt8(FIDO_ERR_INVALID_LENGTH)]) }
        if Int32(operation) == CTAP_CBOR_GETINFO { return Data([0]) + information.encoded }
        guard let request = try? CBORReader.read(Data(bytes.dropFirst())) else {
            return Data([UInt8(FIDO_ERR_INVALID_CBOR)])
        }
        state.requests.append(request)
        if let status = state.nextStatus {
            state.nextStatus = nil
            return Data([status])
        }
        let reply =
            switch Int32(operation) {
            case CTAP_CBOR_MAKECRED: created(request, &state)
            case CTAP_CBOR_ASSERT: signed(request, &state)
            default: Data([UInt8(FIDO_ERR_INVALID_COMMAND)])
            }
        return reply
    }

    private var information: EncodableCBOR {
        .map([
            (.integer(1), .array([.text("FIDO_2_0")])), (.integer(3), .bytes(Data(repeating: 0xA5, count: 16))),
            (.integer(4), .map([(.text("rk"), .bool(hasStorage)), (.text("up"), .bool(true))])),
        ])
    }

    private func created(_ request: CBORValue, _ state: inout State) -> Data {
        let members = request.map ?? [:]
        let excluded = Set(members[.integer(5)]?.array?.compactMap { $0.map?[.text("id")]?.bytes } ?? [])
        guard !state.passkeys.contains(where: { excluded.contains($0.credentialID) }) else {
            return Data([UInt8(FIDO_ERR_CREDENTIAL_EXCLUDED)])
        }
        guard hasStorage || members[.integer(7)]?.map?[.text("rk")] != .bool(true) else {
            return Data([UInt8(FIDO_ERR_UNSUPPORTED_OPTION)])
        }
        var passkey = SoftwareAuthenticator()
        passkey.relyingPartyID = members[.integer(2)]?.map?[.text("id")]?.text ?? ""
        passkey.userHandle = members[.integer(3)]?.map?[.text("id")]?.bytes
        passkey.credentialID = Data(SHA256.hash(data: Data([UInt8(state.passkeys.count)])))
        passkey.flags = .userPresent
        state.passkeys.append(passkey)
        guard let data = try? passkey.authenticatorData([.userPresent, .credential]) else {
            return Data([UInt8(FIDO_ERR_ERR_OTHER)])
        }
        let reply = EncodableCBOR.map([
            (.integer(1), .text("none")), (.integer(2), .bytes(data)), (.integer(3), .map([])),
        ])
        return Data([0]) + reply.encoded
    }

    private func signed(_ request: CBORValue, _ state: inout State) -> Data {
        let members = request.map ?? [:]
        let allowed = Set(members[.integer(3)]?.array?.compactMap { $0.map?[.text("id")]?.bytes } ?? [])
        let passkey = state.passkeys.last { passkey in
            passkey.relyingPartyID == members[.integer(1)]?.text
                && (allowed.isEmpty || allowed.contains(passkey.credentialID))
        }
        guard let passkey else { return Data([UInt8(FIDO_ERR_NO_CREDENTIALS)]) }
        guard let hash = members[.integer(2)]?.bytes, let data = try? passkey.authenticatorData(.userPresent),
            let signature = try? passkey.key.sign(data + hash)
        else { return Data([UInt8(FIDO_ERR_ERR_OTHER)]) }
        let credential = EncodableCBOR.map([
            (.text("id"), .bytes(passkey.credentialID)), (.text("type"), .text("public-key")),
        ])
        let reply = EncodableCBOR.map([
            (.integer(1), credential), (.integer(2), .bytes(data)), (.integer(3), .bytes(signature)),
            (.integer(4), .map([(.text("id"), .bytes(passkey.userHandle ?? Data()))])),
        ])
        return Data([0]) + reply.encoded
    }
}
