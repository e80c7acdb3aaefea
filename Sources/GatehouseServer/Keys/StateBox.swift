import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Seals values for one account, in records or for the channel that sends them back.
struct StateBox: Sendable {
    private let masterKey: MasterKey
    private let purpose: MasterKey.Purpose

    init(_ masterKey: MasterKey, _ purpose: MasterKey.Purpose) {
        self.masterKey = masterKey
        self.purpose = purpose
    }

    /// Returns the sealed JSON of a value, base64url-encoded.
    func seal(_ value: some Encodable, for account: Account.ID) throws(ServiceFailure) -> String {
        do {
            let sealed = try masterKey.box(purpose).seal(JSONEncoder().encode(value), for: Data(account.rawValue.utf8))
            return Base64URL.encode(sealed)
        } catch {
            throw .internalError
        }
    }

    /// Returns the value; `nil` if it was not sealed for the account with this key and purpose.
    func open<Value: Decodable>(_ sealed: String, as type: Value.Type = Value.self, for account: Account.ID) -> Value? {
        guard let bytes = Base64URL.decode(sealed),
            let opened = try? masterKey.box(purpose).open(bytes, for: Data(account.rawValue.utf8))
        else { return nil }
        return try? JSONDecoder().decode(type, from: opened)
    }
}
