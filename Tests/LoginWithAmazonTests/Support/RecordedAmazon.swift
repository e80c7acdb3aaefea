import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Replays recorded exchanges.
///
/// Every request must match one of them; the state selects the response.
final class RecordedAmazon: HTTPTransport {
    /// An authorization code, which can be redeemed once.
    private struct Code {
        var redirectURI: String?
        var challenge: String?
        var scopes: ScopeSet

        /// Returns whether the request has the redirect URI and verifier of the code.
        func isRedeemed(by parameters: Parameters) -> Bool {
            let verifier = parameters[.codeVerifier].flatMap { CodeVerifier($0) }
            return parameters[.redirectURI] == redirectURI
                && verifier.map { PKCE.challenge(for: $0).rawValue } == challenge
        }
    }

    private struct State {
        var code: Code?
        var expiresNextCode = false
        var scopes: ScopeSet = []
        var refreshToken: String?
        /// The expiration time of each access token.
        var accessTokens: [String: Date] = [:]
        var devicePolls = ["device-pending", "device-slow-down"]
        var enteredDecision: UserDecision?
    }

    private let clock: TestClock
    private let state = Mutex(State())

    init(clock: TestClock) {
        self.clock = clock
    }

    func endSessions() {
        state.withLock {
            $0.refreshToken = nil
            $0.accessTokens = [:]
        }
    }

    func expireNextCode() {
        state.withLock { $0.expiresNextCode = true }
    }

    func type(_ decision: UserDecision) {
        state.withLock { $0.enteredDecision = decision }
    }

    /// Returns the redirect URL of the sign-in page.
    func open(_ page: URL, _ decision: UserDecision) throws -> URL? {
        let parameters = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        let scopes = ScopeSet(Scope.list(parameters[.scope]))
        var names = [
            "sign-in", "sign-in-with-scope-data", "sign-in-for-a-server", "sign-in-with-scope-data-for-a-server",
        ]
        if decision == .denies { names = ["refused"] }
        if scopes.contains(Scope(rawValue: "no:such:scope")) { names = ["unknown-scope"] }
        for name in names {
            let recording = try Recording(name)
            let placeholders = recording.matches(
                "GET",
                host: Self.recorded(page.host, page.path),
                path: page.path,
                parameters
            )
            guard var placeholders else { continue }
            state.withLock { state in
                let code = Code(
                    redirectURI: parameters[.redirectURI],
                    challenge: parameters[.codeChallenge],
                    scopes: scopes
                )
                state.code = name.hasPrefix("sign-in") && !state.expiresNextCode ? code : nil
                state.expiresNextCode = false
            }
            for (placeholder, value) in placeholders where placeholder != "redirect_uri" {
                placeholders[placeholder] = FormCoding.encode(value)
            }
            var location = recording.responseFields.first { $0.name == "Location" }?.value ?? ""
            // The redirect URI of the recordings has a query.
            if placeholders["redirect_uri"]?.contains("?") == false {
                location = location.replacing("}&", with: "}?", maxReplacements: 1)
            }
            return URL(string: Recording.fill(location, placeholders))
        }
        Issue.record("No recording has the page \(page).")
        return nil
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await TestTrace.run.keep(request, body: body) { () async throws(TransportError) in
            try await response(request, body: body)
        }
    }

    private func response(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let bearer = request.headerFields[.authorization]?.replacing("Bearer ", with: "", maxReplacements: 1)
        let target = (request.path ?? "").split(separator: "?", maxSplits: 1).map(String.init)
        let form = body.map { String(decoding: $0, as: UTF8.self) } ?? (target.count > 1 ? target[1] : "")
        do {
            let parameters = try Parameters(formEncoded: form)
            for name in names(for: target[0], parameters, bearer) {
                let recording = try Recording(name)
                let placeholders = recording.matches(
                    request.method.rawValue,
                    host: Self.recorded(request.authority, target[0]),
                    path: target[0],
                    parameters,
                    authorization: request.headerFields[.authorization]
                )
                if let placeholders { return try response(recording, placeholders) }
            }
        } catch {
            Issue.record("A recording cannot be read: \(error)")
        }
        Issue.record("No recording has the request \(request.authority ?? "")\(request.path ?? "") with \(form).")
        throw TransportError(.unreachable, "No recording has this request.")
    }

    private func names(for path: String, _ parameters: Parameters, _ bearer: String?) -> [String] {
        state.withLock { state in
            let isKnown = bearer.flatMap { state.accessTokens[$0] }.map { $0 > clock.now } ?? false
            switch (path, parameters[.grantType].map(GrantType.init)) {
            case (AmazonTokenEndpoint.path, .authorizationCode?):
                guard let code = state.code.take(), code.isRedeemed(by: parameters) else { return ["refused-code"] }
                state.scopes = code.scopes
                return ["code"]
            case (AmazonTokenEndpoint.path, .refreshToken?):
                let isCurrent = parameters[.refreshToken] == state.refreshToken
                return [isCurrent ? "refresh" : "refused-refresh"]
            case (AmazonTokenEndpoint.path, .amazonDeviceCode?):
                if !state.devicePolls.isEmpty { return [state.devicePolls.removeFirst()] }
                guard let decision = state.enteredDecision else { return ["device-expired"] }
                state.scopes = [.profile]
                return [decision == .agrees ? "device-token" : "device-refused"]
            case (AmazonProfileEndpoint.path, _):
                return [isKnown ? Self.profile(for: state.scopes) : "refused-profile"]
            case (AmazonCodePairEndpoint.path, _): return ["codepair"]
            case (AmazonTokenInfoEndpoint.path, _): return isKnown ? ["tokeninfo"] : []
            default: return []
            }
        }
    }

    /// Returns the recorded host that represents this one: other regions and the sandbox respond alike.
    private static func recorded(_ host: String?, _ path: String) -> String {
        let isData = [AmazonProfileEndpoint.path, AmazonTokenInfoEndpoint.path].contains(path)
        return switch host {
        case "eu.account.amazon.com", "apac.account.amazon.com": "www.amazon.com"
        case "api.amazon.co.uk", "api.amazon.co.jp": "api.amazon.com"
        case "api.sandbox.amazon.com" where isData, "api.sandbox.amazon.co.uk" where isData,
            "api.sandbox.amazon.co.jp" where isData:
            "api.amazon.com"
        default: host ?? ""
        }
    }

    /// Records the tokens of a response.
    private func storeTokens(_ body: Data) throws {
        guard let tokens = try JSONSerialization.jsonObject(with: body) as? [String: Any],
            let access = tokens["access_token"] as? String
        else { return }
        state.withLock {
            $0.accessTokens[access] = clock.now.addingTimeInterval(3600)
            $0.refreshToken = tokens["refresh_token"] as? String
        }
    }

    private static func profile(for scopes: ScopeSet) -> String {
        switch (scopes.contains(.profile), scopes.contains(.postalCode)) {
        case (true, true): "profile-and-postal-code"
        case (true, false): "profile"
        case (false, true): "postal-code"
        case (false, false): "user-id"
        }
    }

    private func response(_ recording: Recording, _ placeholders: [String: String]) throws -> (HTTPResponse, Data) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let placeholders = placeholders.merging(["date": formatter.string(from: clock.now)]) { $1 }
        var fields = HTTPFields()
        for field in recording.responseFields {
            guard let name = HTTPField.Name(field.name) else { continue }
            fields[name] = Recording.fill(field.value, placeholders)
        }
        let response = HTTPResponse(status: .init(code: recording.status), headerFields: fields)
        let body = Data(Recording.fill(recording.responseBody, placeholders).utf8)
        try storeTokens(body)
        return (response, body)
    }
}
