import GatehouseWire
import Synchronization

/// Writes a response that is nearly always the same one only when it is another.
final class LastAnswer<Response: WireResponse & Equatable>: Sendable {
    private let last = Mutex<(response: Response, answer: HTTPAnswer)?>(nil)

    func answer(_ response: Response) -> HTTPAnswer {
        last.withLock { last in
            let answer = if let last, last.response == response { last.answer } else { HTTPAnswer(response) }
            // Also when it is equal: comparing with the very same one is quick.
            last = (response, answer)
            return answer
        }
    }
}
