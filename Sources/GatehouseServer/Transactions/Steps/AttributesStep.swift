package import GatehouseStore
package import GatehouseWire

/// The client asks for data about the person, one page at a time.
package struct AttributesStep: Sendable, Equatable, Codable {
    /// Whose data it is.
    package enum Subject: Sendable, Equatable, Codable {
        /// An account that does not exist before the last page is done.
        case new(CodeStep.ProvenAddress, passwordHash: String?)
        /// An account that lacks data which this client requires.
        case existing(AuthenticatedPerson)
    }

    package let subject: Subject
    package let page: Int
    /// What the pages before have given, checked.
    package let values: [String: JSONValue]

    /// What the present page still has to be given.
    package func missing(of attributes: [ClientAttribute]) -> [ClientAttribute] {
        attributes.filter { $0.page == page && $0.isRequired && values[$0.name] == nil }
    }
}
