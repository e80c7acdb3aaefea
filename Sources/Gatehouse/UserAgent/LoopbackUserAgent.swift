#if os(macOS) || os(Linux)
import FlyingFox
import FlyingSocks
import Foundation

/// The person's own browser and a small server on this machine that waits for the redirect (RFC 8252 §7.3).
///
/// The server listens on 127.0.0.1 alone, on a port that the system picks, and only as long as the sign-in lasts. It
/// answers nothing but the redirect of this sign-in; a redirect with another state is told so, and the wait goes on.
public struct LoopbackUserAgent: UserAgent {
    private let browser: any BrowserLauncher
    private let timeLimit: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// A user agent for programs in a terminal or on a desktop.
    ///
    /// - Parameters:
    ///   - browser: Opens the page.
    ///   - timeLimit: How long the person may take.
    ///   - sleep: Waits for a time.
    public init(
        browser: any BrowserLauncher = SystemBrowser(),
        timeLimit: Duration = .seconds(600),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.browser = browser
        self.timeLimit = timeLimit
        self.sleep = sleep
    }

    /// Opens the page in the browser and waits for the redirect.
    ///
    /// - Parameter visit: What to show. Its redirect URI is a loopback one or `nil`, which stands for
    ///   `http://127.0.0.1/callback`; the port is added here unless it names one.
    /// - Returns: The redirect; that the page was shown, when the visit expects none.
    /// - Throws: ``AuthError`` with the code `noBrowser`, `expired` when the person took too long, `misconfigured` when
    ///   the redirect URI is not a loopback one or its port is taken.
    public func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        guard visit.expectsRedirect else {
            try await browser.open(visit.page(redirectingTo: nil))
            return .closed
        }
        let place = try LoopbackPlace(visit.redirectURI)
        let (arrivals, arrive) = AsyncStream.makeStream(of: URL.self)
        let server = try server(on: place.port ?? 0)
        let answer = await withTaskGroup(of: Result<UserAgentAnswer, AuthError>?.self) { group in
            group.addTask { await Self.run(server) }
            group.addTask { await self.openBrowser(visit, place, server, arrive) }
            group.addTask {
                for await url in arrivals { return .success(.redirect(url)) }
                return nil
            }
            group.addTask {
                guard (try? await sleep(timeLimit)) != nil else { return nil }
                return .failure(.tooSlow)
            }
            for await result in group {
                guard let result else { continue }
                await server.stop()
                group.cancelAll()
                return result
            }
            return .failure(.cancelled())
        }
        return try answer.get()
    }

    private func server(on port: UInt16) throws(AuthError) -> HTTPServer {
        do {
            let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
            return HTTPServer(config: .init(address: address, timeout: 15, logger: .disabled))
        } catch {
            throw .cannotListen(error)
        }
    }

    private static func run(_ server: HTTPServer) async -> Result<UserAgentAnswer, AuthError>? {
        do {
            try await server.run()
            return nil
        } catch {
            return Task.isCancelled ? .failure(.cancelled()) : .failure(.cannotListen(error))
        }
    }

    private func openBrowser(
        _ visit: UserAgentVisit,
        _ place: LoopbackPlace,
        _ server: HTTPServer,
        _ arrive: AsyncStream<URL>.Continuation
    ) async -> Result<UserAgentAnswer, AuthError>? {
        do {
            // Longer than a busy machine takes to begin.
            try await server.waitUntilListening(timeout: 60)
        } catch {
            return .failure(.cannotListen(error))
        }
        guard case .ip4(_, let port)? = await server.listeningAddress, let redirectURI = place.redirectURI(on: port)
        else {
            return .failure(.cannotListen(SocketError.unsupportedAddress))
        }
        await server.appendRoute("*") { request in
            LoopbackResponse.answer(request, to: visit, at: redirectURI, arrive)
        }
        do throws(AuthError) {
            try await browser.open(visit.page(redirectingTo: redirectURI))
            return nil
        } catch {
            return .failure(error)
        }
    }
}

extension AuthError {
    fileprivate static let tooSlow = AuthError(
        .expired,
        "Nobody finished the sign-in in the browser. Try again.",
        recovery: .interact
    )

    fileprivate static func cannotListen(_ error: any Error) -> AuthError {
        AuthError(
            .misconfigured,
            "This machine does not let the app listen on 127.0.0.1 for the end of the sign-in.",
            recovery: .fixConfiguration,
            underlying: "\(error)"
        )
    }
}
#endif
