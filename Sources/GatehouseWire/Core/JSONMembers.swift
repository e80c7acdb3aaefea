/// The members of an object that is being written.
struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { writer.add(key.stringValue) { $0.appendNull() } }
    func encode(_ value: Bool, forKey key: Key) { writer.add(key.stringValue) { $0.append(value) } }
    func encode(_ value: String, forKey key: Key) { writer.add(key.stringValue) { $0.append(value) } }
    func encode(_ value: Double, forKey key: Key) throws {
        try writer.add(key.stringValue) { try $0.append(fraction: value) }
    }
    func encode(_ value: Float, forKey key: Key) throws {
        try writer.add(key.stringValue) { try $0.append(fraction: value) }
    }
    func encode(_ value: Int, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int8, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int16, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int32, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int64, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt8, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt16, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt32, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt64, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try writer.add(key.stringValue, encoding: value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        writer.addObject(key.stringValue, keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { writer.addArray(key.stringValue) }

    func superEncoder() -> any Encoder { writer.addEncoder("super") }

    func superEncoder(forKey key: Key) -> any Encoder { writer.addEncoder(key.stringValue) }
}
