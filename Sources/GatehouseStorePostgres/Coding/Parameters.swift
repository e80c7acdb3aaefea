/// The values of a statement, as they go over the wire.
struct Parameters: Sendable {
    private(set) var types: [UInt32] = []
    /// Of each value; negative where it is NULL.
    private(set) var lengths: [Int32] = []
    /// All values, one after the other, from ``firstByte`` on.
    private(set) var bytes: [UInt8] = [0]

    /// What is before it is there so that an empty value, too, has an address: NULL is what has none.
    static let firstByte = 1

    mutating func append(_ value: any Storable) {
        let start = bytes.count
        value.append(to: &bytes)
        types.append(type(of: value).type)
        lengths.append(value.isNull ? -1 : Int32(bytes.count - start))
    }

    mutating func append(contentsOf other: Parameters) {
        types += other.types
        lengths += other.lengths
        bytes += other.bytes[Self.firstByte...]
    }

    /// Whether one of the texts has a character that PostgreSQL cannot store, U+0000: no row has such a text.
    var holdsNull: Bool {
        var start = Self.firstByte
        for (type, length) in zip(types, lengths) where length > 0 {
            let end = start + Int(length)
            if type == String.type, bytes[start..<end].contains(0) { return true }
            start = end
        }
        return false
    }
}
