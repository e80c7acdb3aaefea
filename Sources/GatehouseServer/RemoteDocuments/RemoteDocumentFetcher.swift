package import Foundation
package import GatehouseWire

/// Fetches documents from servers that untrusted parties name.
///
/// Implementations connect to public addresses only (``RemoteAddressPolicy``), follow no redirects, send no credentials
/// and limit time, size and concurrent requests.
package protocol RemoteDocumentFetcher: Sendable {
    /// Fetches a JSON document of at most ``RemoteDocument/limit`` bytes.
    ///
    /// - Parameter url: The URL of the document.
    /// - Returns: The document.
    /// - Throws: ``RemoteDocumentError``, also for each status other than 200.
    func document(at url: RemoteURL) async throws(RemoteDocumentError) -> RemoteDocument
}

/// The fetcher of a server that fetches nothing.
package struct UnavailableDocuments: RemoteDocumentFetcher {
    package init() {}

    package func document(at url: RemoteURL) async throws(RemoteDocumentError) -> RemoteDocument {
        throw .unreachable
    }
}

/// Sends notifications to the servers of clients, under the rules of ``RemoteDocumentFetcher``.
package protocol RemoteFormSender: Sendable {
    /// Posts a form.
    ///
    /// - Parameters:
    ///   - form: The parameters.
    ///   - url: The URL that receives them.
    /// - Throws: ``RemoteDocumentError`` unless the server answers with a status from 200 to 299.
    func post(_ form: Parameters, to url: RemoteURL) async throws(RemoteDocumentError)
}

/// Posts to the receivers that the operator has configured, without redirects and bounded in time and size.
package protocol EventPoster: Sendable {
    /// Posts a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - fields: The header fields, which may contain secrets.
    ///   - url: The URL that receives it.
    /// - Returns: The response with any status.
    /// - Throws: ``RemoteDocumentError`` if there is no response.
    func post(
        _ body: Data,
        fields: [(name: String, value: String)],
        to url: RemoteURL
    ) async throws(RemoteDocumentError) -> PostResponse
}

/// The response of a receiver.
package struct PostResponse: Sendable, Equatable {
    package let status: Int
    /// The body, at most ``RemoteDocument/limit`` bytes.
    package let body: Data

    package init(status: Int, body: Data = Data()) {
        self.status = status
        self.body = body
    }
}

/// A fetched JSON document.
package struct RemoteDocument: Sendable, Equatable {
    /// The maximum size of a document in bytes.
    package static let limit = 64 * 1024
    /// The value of the field `Accept`.
    package static let accepted = "application/json"

    package let body: Data
    /// The media type in lower case, without parameters.
    package let mediaType: String
    /// The number of seconds for which the server allows caching; `nil` if it says nothing.
    package let maxAge: TimeInterval?

    package init(body: Data, mediaType: String, maxAge: TimeInterval? = nil) {
        self.body = body
        self.mediaType = mediaType
        self.maxAge = maxAge
    }

    /// Returns whether a media type, in lower case and without parameters, is one of JSON (RFC 6839 §3.1).
    package static func isJSON(_ mediaType: String) -> Bool {
        mediaType == "application/json" || mediaType.hasPrefix("application/") && mediaType.hasSuffix("+json")
    }
}

/// The reason that a request to another server has failed.
package enum RemoteDocumentError: Error, Sendable, Equatable {
    /// The host has an address that is not public, or the URL is not encrypted.
    case forbiddenAddress
    /// The host could not be resolved or connected, or the connection broke.
    case unreachable
    case timedOut
    /// The certificate is not valid for the host.
    case untrustedCertificate
    /// The server answered with this status.
    case status(Int)
    case tooLarge
    /// The document is not JSON, according to its media type.
    case unsupportedMediaType
    /// The document violates a rule for its kind, which the text names without repeating the document.
    case invalidDocument(String)
    /// This server has too many requests to other servers, or to this host.
    case overloaded
    case cancelled

    /// Whether the document may be available and unchanged; otherwise the other server has withdrawn or damaged it.
    ///
    /// A request that depends on the document gets status 503 then, because its validity is unknown. A forbidden
    /// address counts as unreachable: another response would tell which names exist in the operator's network.
    package var isTransient: Bool {
        switch self {
        case .forbiddenAddress, .unreachable, .timedOut, .untrustedCertificate, .overloaded, .cancelled: true
        case .status(let status): status >= 500 || status == 408 || status == 429
        case .tooLarge, .unsupportedMediaType, .invalidDocument: false
        }
    }

    /// Whether the failure concerns the other server, not this one.
    package var isRemote: Bool { self != .overloaded && self != .cancelled }
}

extension RemoteDocumentError: CustomStringConvertible {
    /// The category of the error, which contains no text of the other server.
    package var description: String {
        switch self {
        case .forbiddenAddress: "forbidden address"
        case .unreachable: "unreachable"
        case .timedOut: "timed out"
        case .untrustedCertificate: "untrusted certificate"
        case .status(let status): "status \(status)"
        case .tooLarge: "too large"
        case .unsupportedMediaType: "unsupported media type"
        case .invalidDocument: "invalid document"
        case .overloaded: "overloaded"
        case .cancelled: "cancelled"
        }
    }
}
