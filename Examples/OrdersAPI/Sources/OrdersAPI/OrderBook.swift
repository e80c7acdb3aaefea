import Hummingbird

/// The orders of all users, in memory.
actor OrderBook {
    private var orders: [String: [Order]] = [:]
    private var count = 0

    /// Returns the orders of a user.
    func orders(of user: String) -> [Order] { orders[user] ?? [] }

    /// Places an order.
    func place(_ new: NewOrder, for user: String) -> Order {
        count += 1
        let order = Order(id: count, item: new.item, quantity: new.quantity)
        orders[user, default: []].append(order)
        return order
    }
}

/// The body of a request to place an order.
struct NewOrder: Decodable {
    var item: String
    var quantity: Int
}

/// An order, as in responses.
struct Order: ResponseEncodable {
    var id: Int
    var item: String
    var quantity: Int
}
