import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

extension Account {
    /// What Login with Amazon calls the person, the same for every client: one server is one company.
    ///
    /// It comes from the account's identifier alone, and does not lead back to it.
    package var amazonUserID: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        let digest = SHA256.hash(data: Data((AmazonIdentifier.account.rawValue + id.rawValue).utf8))
        // 28 of 32 letters: 140 bits.
        let letters = digest.prefix(28).map { alphabet[Int($0 & 31)] }
        return AmazonIdentifier.account.make(String(decoding: letters, as: UTF8.self))
    }
}
