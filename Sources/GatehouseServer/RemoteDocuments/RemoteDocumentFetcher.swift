package import Foundation
package import GatehouseWire

/// Fetches documents from servers that untrusted parties name.
///
/// Implementations connect to public addresses only (``RemoteAddressPolicy``), follow no redirects, send no credentials
/// and limit time, size and concurrent requests.
package protocol RemoteDocumentFetcher: Sendable {
    /// Fetches a document.
    ///
    /// - Parameters:
    ///   - url: The URL of the document.
    ///   - content: The accepted content.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The document.
    /// - Throws: ``RemoteDocumentError``, also for each status other than 200.
    func document(
        at url: RemoteURL,
        content: RemoteContent,
        limit: Int
    ) async throws(RemoteDocumentError) -> RemoteDocument
}

extension RemoteDocumentFetcher {
    /// Fetches a document of at most 64 KB.
    package func document(
        at url: RemoteURL,
        content: RemoteContent
    ) async throws(RemoteDocumentError) -> RemoteDocument {
        try await document(at: url, content: content, limit: 64 * 1024)
    }
}

/// The fetcher of a server that fetches nothing.
package struct UnavailableDocuments: RemoteDocumentFetcher {
    package init() {}

    package func document(
        at url: RemoteURL,
        content: RemoteContent,
        limit: Int
    ) async throws(RemoteDocumentError) -> RemoteDocument {
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

/// A fetched document.
package struct RemoteDocument: Sendable, Equatable {
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
}

/// The kinds of accepted documents.
package enum RemoteContent: Sendable {
    case json
    /// Raster images; SVG can contain scripts.
    case image

    /// The media types for the field `Accept`.
    package var accepted: String {
        switch self {
        case .json: "application/json"
        case .image: "image/png, image/jpeg, image/webp"
        }
    }

    /// Returns whether a document of the media type, in lower case and without parameters, is accepted.
    package func admits(_ mediaType: String) -> Bool {
        switch self {
        case .json:
            mediaType == "application/json"
                || mediaType.hasPrefix("application/") && mediaType.hasSuffix("+json")
        case .image: ["image/png", "image/jpeg", "image/webp"].contains(mediaType)
        }
    }
}

/// The reason that another server could not be asked or gave no usable answer.
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
    /// The document has another media type than the accepted ones.
    case unsupportedMediaType
    /// The document violates a rule for its kind, which the text names without repeating the document.
    case invalidDocument(String)
    /// This server has too many requests to other servers, or to this host.
    case overloaded
    case cancelled

    /// Whether the document may be available and unchanged; otherwise the other server has withdrawn or damaged it.
    ///
    /// A request that depends on the document gets status 503 then, because its validity is unknown.
    package var isTransient: Bool {
        switch self {
        case .unreachable, .timedOut, .untrustedCertificate, .overloaded, .cancelled: true
        case .status(let status): status >= 500 || status == 408 || status == 429
        case .forbiddenAddress, .tooLarge, .unsupportedMediaType, .invalidDocument: false
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
