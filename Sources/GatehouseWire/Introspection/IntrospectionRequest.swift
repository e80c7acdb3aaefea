/// A token to be looked up, by a client that is asked to accept it (RFC 7662 §2.1).
package typealias IntrospectionRequest = TokenQuery
