public import GatehouseWire

extension SessionAccount {
    /// Returns the user's sessions in all apps and browsers, newest first.
    ///
    /// ```swift
    /// for try await device in session.account.sessions() { print(device.clientName ?? "Browser") }
    /// ```
    ///
    /// - Returns: The sessions, fetched page by page.
    public func sessions() -> AccountList<SessionDetails> {
        AccountList { [api] page throws(AuthError) in
            try await api.send(AccountCall(AccountAPI.ListSessions.self, page: page)).value
        }
    }

    /// Ends a session; if it is this one, with the reason ``SignedOutReason/endedByUser``.
    ///
    /// - Parameter session: One of ``sessions()``.
    /// - Throws: ``AuthError``: `notFound` if it has ended already; otherwise as every operation.
    public func end(_ session: SessionDetails) async throws(AuthError) {
        _ = try await api.send(AccountCall(AccountAPI.EndSession.self, id: session.id))
        if session.isCurrent { await api.endSession(because: .endedByUser) }
    }

    /// Ends all sessions but this one, in apps and in browsers.
    ///
    /// - Throws: ``AuthError`` as every operation.
    public func endOthers() async throws(AuthError) {
        _ = try await api.send(AccountCall(AccountAPI.EndOtherSessions.self))
    }

    /// Returns the apps that may use the account.
    ///
    /// - Returns: The apps, fetched page by page.
    public func apps() -> AccountList<AccountApp> {
        AccountList { [api] page throws(AuthError) in
            try await api.send(AccountCall(AccountAPI.ListApps.self, page: page)).value
        }
    }

    /// Withdraws the access of an app: its sessions end, and it must request consent again.
    ///
    /// If it is this app, this session ends with the reason ``SignedOutReason/consentWithdrawn``.
    ///
    /// - Parameter app: One of ``apps()``.
    /// - Throws: ``AuthError``: `notFound` if the app has no access; otherwise as every operation.
    public func withdraw(_ app: AccountApp) async throws(AuthError) {
        _ = try await api.send(AccountCall(AccountAPI.WithdrawApp.self, id: app.clientID))
        if app.clientID == api.clientID { await api.endSession(because: .consentWithdrawn) }
    }

    /// Returns the events of the account, such as sign-ins and changes, newest first.
    ///
    /// - Returns: The events, fetched page by page.
    public func activity() -> AccountList<AccountActivity> {
        AccountList { [api] page throws(AuthError) in
            try await api.send(AccountCall(AccountAPI.ListActivity.self, page: page)).value
        }
    }
}

/// A list of the account API, fetched page by page during iteration.
public struct AccountList<Item: Codable & Sendable & Hashable>: AsyncSequence, Sendable {
    /// The error of a request for a page.
    public typealias Failure = AuthError

    private let fetch: @Sendable (PageRequest) async throws(AuthError) -> Page<Item>

    init(_ fetch: @escaping @Sendable (PageRequest) async throws(AuthError) -> Page<Item>) {
        self.fetch = fetch
    }

    /// Fetches a part of the list.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the page before; `nil` for the first page.
    ///   - limit: The maximum number of items, from 1 to 100.
    /// - Returns: The items and the cursor of the next page.
    /// - Throws: ``AuthError`` as every operation of ``SessionAccount``; `requestRejected` for an invalid cursor.
    public func page(after cursor: String? = nil, limit: Int = 50) async throws(AuthError) -> Page<Item> {
        try await fetch(PageRequest(limit: Swift.max(1, Swift.min(limit, PageRequest.maximumLimit)), cursor: cursor))
    }

    /// Fetches the whole list.
    ///
    /// - Returns: All items in order.
    /// - Throws: ``AuthError`` as every operation of ``SessionAccount``.
    public func all() async throws(AuthError) -> [Item] {
        var items: [Item] = []
        var iterator = makeAsyncIterator()
        while let item = try await iterator.next() { items.append(item) }
        return items
    }

    /// Returns an iterator that begins with the first page.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(list: self)
    }

    /// An iterator over a list of the account API.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The error of a request for a page.
        public typealias Failure = AuthError

        private let list: AccountList
        private var items: [Item].SubSequence = []
        private var cursor: String?
        private var isLast = false

        fileprivate init(list: AccountList) {
            self.list = list
        }

        /// Returns the next item, fetching its page if necessary.
        ///
        /// - Returns: The item; `nil` at the end.
        /// - Throws: ``AuthError`` as every operation of ``SessionAccount``.
        public mutating func next() async throws(AuthError) -> Item? {
            while items.isEmpty {
                guard !isLast else { return nil }
                let page = try await list.page(after: cursor)
                items = page.items[...]
                cursor = page.nextCursor
                isLast = cursor == nil
            }
            return items.removeFirst()
        }
    }
}
