/// A token to be revoked, by the client it was issued to (RFC 7009 §2.1).
package typealias RevocationRequest = TokenQuery
