extension Sequence<UInt8> {
    /// The bytes as hexadecimal digits, two for each.
    var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
