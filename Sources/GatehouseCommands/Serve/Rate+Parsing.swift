import Foundation
import GatehouseServer

extension Limits.Rate {
    /// Reads `COUNT/WINDOW`, such as `10/15m`, where the window is a number of `s`, `m`, `h` or `d`.
    ///
    /// `0` alone turns the limit off.
    init?(parsing text: String) {
        if text == "0" {
            self.init(0, per: 1)
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), count > 0, let window = TimeInterval(parsing: parts[1])
        else { return nil }
        self.init(count, per: window)
    }
}

extension TimeInterval {
    /// Reads a time above zero, such as `15m`: a number of `s`, `m`, `h` or `d`.
    init?(parsing text: some StringProtocol) {
        let units: [Character: TimeInterval] = ["s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0 else {
            return nil
        }
        self = TimeInterval(number) * unit
    }
}
