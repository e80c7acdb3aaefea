import GatehouseServer
import GatehouseWire
import HTTPTypes
import Logging

/// One call of a client that speaks Entra: its answer bears both sides' names of the call, and is read by the pages that may.
struct EntraExchange: Sendable {
    /// Which pages may read an answer (Fetch §3.2).
    enum Readers: Sendable {
        /// Any: it is the same for everybody.
        case everybody
        /// Those of one origin, which the client is registered for.
        case origin(String)
        /// None.
        case nobody
    }

    let core: ServerCore
    /// Where the page is from that calls, if it is one.
    let origin: String?
    private let trace: EntraTrace

    init(_ request: HTTPRequest, core: ServerCore) {
        self.core = core
        origin = request.headerFields[.origin]
        trace = EntraTrace(
            correlationID: request.headerFields[.clientRequestID],
            random: core.environment.random
        )
    }

    func succeed(_ response: some WireResponse, for readers: Readers = .everybody) -> HTTPAnswer {
        finish(HTTPAnswer(response), for: readers)
    }

    func refuse(_ error: EntraError, for readers: Readers = .everybody) -> HTTPAnswer {
        core.environment.logger.debug(
            "Refused",
            metadata: [
                "error": "\(error.code)", "number": "\(error.numbers.first ?? 0)", "trace": "\(trace.id)",
                "correlation": "\(trace.correlationID)",
                "request": "\(RequestContext.current?.requestID ?? "")",
            ]
        )
        let body = EntraErrorBody(
            error,
            traceID: trace.id,
            correlationID: trace.correlationID,
            timestamp: UnixTime(core.now)
        )
        var answer = HTTPAnswer(status: error.status, fields: body.fields, body: body.body())
        answer.refusal = Refusal(error)
        return finish(answer, for: readers)
    }

    private func finish(_ answer: HTTPAnswer, for readers: Readers) -> HTTPAnswer {
        var answer = answer
        answer.fields[.clientRequestID] = trace.correlationID
        answer.fields[.serverRequestID] = trace.id
        switch readers {
        case .everybody: answer.fields[.accessControlAllowOrigin] = "*"
        case .origin(let origin): answer.fields[.accessControlAllowOrigin] = origin
        case .nobody: break
        }
        if case .everybody = readers {} else { answer.fields[.vary] = HTTPField.Name.origin.canonicalName }
        answer.fields[.accessControlExposeHeaders] = [
            HTTPField.Name.clientRequestID, .serverRequestID, .retryAfter, .xRequestID,
        ].map(\.canonicalName).joined(separator: ", ")
        return answer
    }
}
