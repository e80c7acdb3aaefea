import GatehouseWire

/// Who holds a transaction, and where they believe it to stand.
enum Holder: Sendable {
    /// The browser it was begun in, with the number of the step whose form was sent.
    case browser(BrowserContext, step: Int)
    /// The app that has its token, with where it calls.
    case app(ContinuationToken, at: NativeEndpoint)
    /// Whoever names the account and has its code, or the link.
    case bearer

    var browser: BrowserContext? {
        if case .browser(let browser, _) = self { browser } else { nil }
    }

    var endpoint: NativeEndpoint? {
        if case .app(_, let endpoint) = self { endpoint } else { nil }
    }

    /// Whether the transaction is theirs: an app's is nobody's in a browser, and the other way round.
    func holds(_ state: TransactionState) -> Bool {
        switch (self, state.browser) {
        case (.browser(let browser, _), let bound?): Secret(bound).matches(browser.bindingHash)
        case (.app, nil): state.purpose.isNative
        case (.bearer, nil): if case .address = state.purpose { true } else { false }
        default: false
        }
    }

    /// Whether an input comes one step late, because the answer to it was lost.
    ///
    /// Asking for a challenge, and whether a reset is done, gives the same answer once more. Neither step was reached by a proof that the
    /// holder of the older token may not have.
    ///
    /// - Throws: ``TransactionError/stale`` for any other input to a step that is over.
    func isLate(_ input: TransactionInput, at state: TransactionState) throws(TransactionError) -> Bool {
        switch self {
        case .browser(_, let number):
            guard number == state.number else { throw .stale }
            return false
        case .bearer: return false
        case .app(let token, _):
            if token.number == state.number { return false }
            guard token.number + 1 == state.number else { throw .stale }
            switch (input, state.step) {
            case (.askChallenge, .code), (.askChallenge, .password), (.awaitCompletion, .granted): return true
            default: throw .stale
            }
        }
    }
}
