import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Synchronization
import Testing

/// Plays the recordings: each request must be one of them, and which answer it gets follows from what happened before.
final class RecordedAmazon: HTTPTransport {
    private struct State {
        var scopes: ScopeSet = []
        var hasEnded = false
        var refusesCode = false
        var devicePolls = ["device-pending", "device-slow-down"]
        var typed: Deed?
    }

    private let clock: TestClock
    private let state = Mutex(State())

    init(clock: TestClock) {
        self.clock = clock
    }

    func endSessions() {
        state.withLock { $0.hasEnded = true }
    }

    func refuseNextCode() {
        state.withLock { $0.refusesCode = true }
    }

    func type(_ deed: Deed) {
        state.withLock { $0.typed = deed }
    }

    /// Where the sign-in page leads to.
    func open(_ page: URL, _ deed: Deed) throws -> URL? {
        let parameters = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        let scopes = ScopeSet(Scope.list(parameters[.scope]))
        var names = ["sign-in", "sign-in-with-scope-data", "sign-in-for-a-server"]
        if deed == .refuses { names = ["refused"] }
        if scopes.contains(Scope(rawValue: "no:such:scope")) { names = ["unknown-scope"] }
        for name in names {
            let recording = try Recording(name)
            let words = recording.matches("GET", host: page.host ?? "", path: page.path, parameters)
            guard var words else { continue }
            state.withLock {
                $0.scopes = scopes
                $0.hasEnded = false
            }
            for (word, value) in words where word != "redirect_uri" { words[word] = FormCoding.encode(value) }
            var location = recording.answerFields.first { $0.name == "Location" }?.value ?? ""
            // The redirect URI of the recordings has a query already.
            if words["redirect_uri"]?.contains("?") == false {
                location = location.replacing("}&", with: "}?", maxReplacements: 1)
            }
            return URL(string: Recording.fill(location, words))
        }
        Issue.record("No recording has the page \(page).")
        return nil
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let target = (request.path ?? "").split(separator: "?", maxSplits: 1).map(String.init)
        let form = body.map { String(decoding: $0, as: UTF8.self) } ?? (target.count > 1 ? target[1] : "")
        do {
            let parameters = try Parameters(formEncoded: form)
            for name in names(for: target[0], parameters) {
                let recording = try Recording(name)
                let words = recording.matches(
                    request.method.rawValue,
                    host: request.authority ?? "",
                    path: target[0],
                    parameters,
                    authorization: request.headerFields[.authorization]
                )
                if let words { return answer(recording, words) }
            }
        } catch {
            Issue.record("A recording cannot be read: \(error)")
        }
        Issue.record("No recording has the request \(request.path ?? "") with \(form).")
        throw TransportError(.unreachable, "No recording has this request.")
    }

    private func names(for path: String, _ parameters: Parameters) -> [String] {
        state.withLock { state in
            switch (path, parameters[.grantType].map(GrantType.init)) {
            case (AmazonTokenEndpoint.path, .authorizationCode?):
                defer { state.refusesCode = false }
                return [state.refusesCode ? "refused-code" : "code"]
            case (AmazonTokenEndpoint.path, .refreshToken?):
                return [state.hasEnded ? "refused-refresh" : "refresh"]
            case (AmazonTokenEndpoint.path, .amazonDeviceCode?):
                if !state.devicePolls.isEmpty { return [state.devicePolls.removeFirst()] }
                state.scopes = [.profile]
                return [state.typed == .agrees ? "device-token" : "device-expired"]
            case (AmazonProfileEndpoint.path, _):
                return [state.hasEnded ? "refused-profile" : Self.profile(for: state.scopes)]
            case (AmazonCodePairEndpoint.path, _): return ["codepair"]
            case (AmazonTokenInfoEndpoint.path, _): return ["tokeninfo"]
            default: return []
            }
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

    private func answer(_ recording: Recording, _ words: [String: String]) -> (HTTPResponse, Data) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let words = words.merging(["date": formatter.string(from: clock.now)]) { $1 }
        var fields = HTTPFields()
        for field in recording.answerFields {
            guard let name = HTTPField.Name(field.name) else { continue }
            fields[name] = Recording.fill(field.value, words)
        }
        let response = HTTPResponse(status: .init(code: recording.status), headerFields: fields)
        return (response, Data(Recording.fill(recording.answerBody, words).utf8))
    }
}
