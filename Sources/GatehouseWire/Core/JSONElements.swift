/// The elements of an array that is being written.
struct JSONElements: UnkeyedEncodingContainer {
    let writer: JSONWriter

    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.count }

    func encodeNil() { writer.add("") { $0.appendNull() } }
    func encode(_ value: Bool) { writer.add("") { $0.append(value) } }
    func encode(_ value: String) { writer.add("") { $0.append(value) } }
    func encode(_ value: Double) throws { try writer.add("") { try $0.append(fraction: value) } }
    func encode(_ value: Float) throws { try writer.add("") { try $0.append(fraction: value) } }
    func encode(_ value: Int) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int8) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int16) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int32) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int64) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt8) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt16) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt32) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt64) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: some Encodable) throws { try writer.add("", encoding: value) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        writer.addObject("", keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer.addArray("") }

    func superEncoder() -> any Encoder { writer.addEncoder("") }
}
