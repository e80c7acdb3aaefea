public import Foundation
import GatehouseTransport
public import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over `URLSession`: no cookies, no cache, a timeout of 30 seconds, responses up to 1 MiB.
public final class URLSessionTransport: HTTPTransport {
    /// The default transport of clients.
    public static let shared = URLSessionTransport()

    private let session: BoundedURLSession

    /// Creates a transport with its own connections.
    ///
    /// - Parameters:
    ///   - timeout: The timeout of a request with its response.
    ///   - maximumResponseSize: The maximum size of a response, in bytes.
    public init(timeout: Duration = .seconds(30), maximumResponseSize: Int = 1 << 20) {
        session = BoundedURLSession(
            timeout: timeout.timeInterval,
            maximumResponseSize: maximumResponseSize,
            redirects: .withoutCredentials
        )
    }

    /// Sends a request and returns the whole response.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, if there is one.
    /// - Returns: The response and its whole body.
    /// - Throws: ``TransportError`` if there is no response.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        do throws(ExchangeError) { return try await session.send(request, body: body) } catch {
            throw TransportError(error)
        }
    }
}

extension TransportError {
    fileprivate init(_ error: ExchangeError) {
        let code: Code =
            switch error.reason {
            case .invalidRequest, .noHTTPResponse: .unreachable
            case .responseTooLarge: .responseTooLarge
            case .failed(let error): Code(error)
            }
        self.init(code, error.description, wasNeverSent: error.wasNeverSent)
    }
}

extension TransportError.Code {
    fileprivate init(_ error: any Error) {
        self =
            switch (error as? URLError)?.code {
            case .cancelled?: .cancelled
            case .timedOut?: .timedOut
            case .serverCertificateUntrusted?, .serverCertificateHasBadDate?, .serverCertificateHasUnknownRoot?,
                .serverCertificateNotYetValid?, .secureConnectionFailed?:
                .untrustedCertificate
            // On Linux only libcurl's text identifies the error, as in "SSL certificate problem: self-signed
            // certificate".
            case .unknown? where error.localizedDescription.contains("certificate"): .untrustedCertificate
            default: .unreachable
            }
    }
}
