import Crypto
import Foundation
package import GatehouseStore
import GatehouseWire

/// The subject identifiers of accounts at clients (OpenID Connect Core §8), and those of their sessions and events.
///
/// A public one is the account's identifier. A pairwise one is the same for all clients of a sector, and two sectors
/// cannot relate theirs (§8.1). It is the account's identifier, encrypted with a keystream of its own keyed hash, so
/// that the server alone can resolve it, without a table.
package struct SubjectIdentifiers: Sendable {
    /// The length of the keyed hash in bytes.
    private static let tagLength = 16
    /// The length of a block of the keystream in bytes.
    private static let blockLength = 32
    private let masterKey: MasterKey

    package init(masterKey: MasterKey) {
        self.masterKey = masterKey
    }

    /// Returns the subject identifier of an account at a client.
    package func subject(of account: Account.ID, for client: Client) -> String {
        guard let sector = client.sectorIdentifier else { return account.rawValue }
        let plain = Data(account.rawValue.utf8)
        let tag = tag(of: plain, in: sector)
        return Base64URL.encode(tag + applyKeystream(of: tag, to: plain))
    }

    /// Returns the account of a subject identifier; `nil` if the client's sector has no such identifier.
    package func account(of subject: String, for client: Client) -> Account.ID? {
        guard let sector = client.sectorIdentifier else { return Account.ID(subject) }
        guard let bytes = Base64URL.decode(subject), bytes.count > Self.tagLength else { return nil }
        let tag = Data(bytes.prefix(Self.tagLength))
        let plain = applyKeystream(of: tag, to: Data(bytes.dropFirst(Self.tagLength)))
        let expected = Secret(Base64URL.encode(self.tag(of: plain, in: sector)))
        guard expected.matches(Base64URL.encode(tag)), let id = String(bytes: plain, encoding: .utf8) else {
            return nil
        }
        return Account.ID(id)
    }

    /// Returns whether a signed token with this subject identifier was issued to a client for an account, possibly
    /// before the client's type of identifiers was changed.
    func identifies(_ subject: String, _ account: Account.ID, for client: Client) -> Bool {
        subject == self.subject(of: account, for: client) || subject == account.rawValue
    }

    /// Returns the `sid` of ID tokens and logout tokens: the one of the browser session, or the session for a client
    /// that requires a `sid`.
    func sessionID(_ browserSession: BrowserSession.ID?, _ session: String, for client: Client) -> String? {
        guard let browserSession else { return client.backChannelLogout?.requiresSessionID == true ? session : nil }
        return sessionID(of: browserSession, for: client.id)
    }

    /// Returns the `sid` of a browser session at a client (OpenID Connect Back-Channel Logout 1.0 §2.1).
    ///
    /// Each client has another one: the same one would relate the pairwise subjects of a user.
    package func sessionID(of browserSession: BrowserSession.ID, for client: Client.ID) -> String {
        masterKey.fingerprint(.clientSessions, client.rawValue, browserSession.rawValue)
    }

    /// Returns the identifier by which a client knows a session of another client.
    func sessionID(of session: Session.ID, for client: Client.ID) -> String {
        masterKey.fingerprint(.clientSessions, client.rawValue, session.rawValue)
    }

    /// Returns the identifier of an event or request in the security event tokens of a stream.
    ///
    /// It is the same at each attempt. Receivers of two streams cannot relate the pairwise subjects of a user by it.
    func eventIdentifier(_ id: String, in stream: EventStream.ID) -> String {
        masterKey.fingerprint(.eventStreams, stream.rawValue, id)
    }

    private func tag(of plain: Data, in sector: String) -> Data {
        var mac = HMAC<SHA256>(key: masterKey.derive(.pairwiseSubjects))
        mac.update(data: Data("\(sector.utf8.count) \(sector) ".utf8))
        mac.update(data: plain)
        return Data(Data(mac.finalize()).prefix(Self.tagLength))
    }

    /// Encrypts or decrypts bytes.
    private func applyKeystream(of tag: Data, to bytes: Data) -> Data {
        let key = masterKey.derive(.pairwiseAccounts)
        var result = Data()
        var block: [UInt8] = []
        for (position, byte) in bytes.enumerated() {
            if position.isMultiple(of: Self.blockLength) {
                block = Array(HMAC<SHA256>.authenticationCode(for: tag + Data("\(position)".utf8), using: key))
            }
            result.append(byte ^ block[position % Self.blockLength])
        }
        return result
    }
}
