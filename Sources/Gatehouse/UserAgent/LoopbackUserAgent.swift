#if LOOPBACK
import FlyingFox
import FlyingSocks
import Foundation

/// A user agent with the user's browser and a local server that receives the redirect (RFC 8252 §7.3).
///
/// The server listens on 127.0.0.1 only, on a port chosen by the system, for the duration of the sign-in. It responds
/// only to the redirect of this sign-in; a redirect with another state gets an error page.
public struct LoopbackUserAgent: UserAgent {
    private let browser: any BrowserLauncher
    private let timeout: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a user agent for programs in a terminal or on a desktop.
    ///
    /// - Parameters:
    ///   - browser: The browser launcher.
    ///   - timeout: The timeout for the sign-in.
    public init(browser: any BrowserLauncher = SystemBrowserLauncher(), timeout: Duration = .seconds(600)) {
        self.init(browser: browser, timeout: timeout) { try await Task.sleep(for: $0) }
    }

    package init(
        browser: any BrowserLauncher,
        timeout: Duration = .seconds(600),
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.browser = browser
        self.timeout = timeout
        self.sleep = sleep
    }

    /// Opens the page in the browser and waits for the redirect.
    ///
    /// - Parameter request: The request. Its redirect URI is a loopback URI or `nil`, which means
    ///   `http://127.0.0.1/callback`; the port is added unless it names one.
    /// - Returns: The redirect, or ``UserAgentResult/dismissed`` if the request expects none.
    /// - Throws: ``AuthError`` with the code `browserUnavailable`, `flowExpired` after the timeout, or `misconfigured`
    ///   if the redirect URI is not a loopback URI or its port is in use.
    public func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        guard request.expectsRedirect else {
            try await browser.open(request.url(redirectURI: nil))
            return .dismissed
        }
        let redirect = try LoopbackRedirect(request.redirectURI)
        let (arrivals, arrive) = AsyncStream.makeStream(of: URL.self)
        let server = try server(on: redirect.port ?? 0)
        let outcome = await withTaskGroup(of: Result<UserAgentResult, AuthError>?.self) { group in
            group.addTask { await Self.run(server) }
            group.addTask { await self.openBrowser(for: request, redirect: redirect, server: server, arrive) }
            group.addTask {
                for await url in arrivals { return .success(.redirected(url)) }
                return nil
            }
            group.addTask {
                guard (try? await sleep(timeout)) != nil else { return nil }
                return .failure(.signInTimeout)
            }
            for await result in group {
                guard let result else { continue }
                await server.stop()
                group.cancelAll()
                return result
            }
            return .failure(.cancelled())
        }
        return try outcome.get()
    }

    private func server(on port: UInt16) throws(AuthError) -> HTTPServer {
        do {
            let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
            return HTTPServer(config: .init(address: address, timeout: 15, logger: .disabled))
        } catch {
            throw .cannotListen(error)
        }
    }

    private static func run(_ server: HTTPServer) async -> Result<UserAgentResult, AuthError>? {
        do {
            try await server.run()
            return nil
        } catch {
            return Task.isCancelled ? .failure(.cancelled()) : .failure(.cannotListen(error))
        }
    }

    private func openBrowser(
        for request: UserAgentRequest,
        redirect: LoopbackRedirect,
        server: HTTPServer,
        _ arrive: AsyncStream<URL>.Continuation
    ) async -> Result<UserAgentResult, AuthError>? {
        do {
            // Allows for a slow start on a busy machine.
            try await server.waitUntilListening(timeout: 60)
        } catch {
            return .failure(.cannotListen(error))
        }
        guard case .ip4(_, let port)? = await server.listeningAddress, let redirectURI = redirect.redirectURI(on: port)
        else {
            return .failure(.cannotListen(SocketError.unsupportedAddress))
        }
        await server.appendRoute("*") { httpRequest in
            LoopbackResponse.respond(to: httpRequest, for: request, at: redirectURI, arrive)
        }
        do throws(AuthError) {
            try await browser.open(request.url(redirectURI: redirectURI))
            return nil
        } catch {
            return .failure(error)
        }
    }
}

extension AuthError {
    fileprivate static let signInTimeout = AuthError(
        .flowExpired,
        "The sign-in was not completed in the browser in time. Try again.",
        recovery: .signInAgain
    )

    fileprivate static func cannotListen(_ error: any Error) -> AuthError {
        AuthError(
            .misconfigured,
            "The app cannot listen on 127.0.0.1 for the redirect.",
            recovery: .fixConfiguration,
            underlying: "\(error)"
        )
    }
}
#endif
