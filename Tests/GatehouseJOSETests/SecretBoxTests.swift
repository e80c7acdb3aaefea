import Foundation
import GatehouseJOSE
import Testing

@Suite struct SecretBoxTests {
    private let key = Data(repeating: 7, count: 32)
    private let message = Data("a private key".utf8)
    private let place = Data("signing-key/1".utf8)

    @Test func opensSealedMessage() throws {
        let box = try SecretBox(key: key)
        let sealed = try box.seal(message, for: place)
        #expect(sealed.count == message.count + 28)
        #expect(try SecretBox(key: key).open(sealed, for: place) == message)
        #expect(try box.open(box.seal(Data(), for: Data()), for: Data()) == Data())
    }

    @Test func usesFreshNonces() throws {
        let box = try SecretBox(key: key)
        #expect(try box.seal(message, for: place) != box.seal(message, for: place))
    }

    @Test func rejectsOtherKeyAndAssociatedData() throws {
        let sealed = try SecretBox(key: key).seal(message, for: place)
        #expect(throws: JOSEError.cannotOpen) { try SecretBox(key: key).open(sealed, for: Data("signing-key/2".utf8)) }
        #expect(throws: JOSEError.cannotOpen) {
            try SecretBox(key: Data(repeating: 8, count: 32)).open(sealed, for: place)
        }
    }

    @Test func rejectsModifiedMessage() throws {
        let box = try SecretBox(key: key)
        let sealed = try box.seal(message, for: place)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: JOSEError.cannotOpen) { try box.open(changed, for: place) }
        }
        for length in [0, 11, 12, 27, 28, sealed.count - 1] {
            #expect(throws: JOSEError.cannotOpen) { try box.open(sealed.prefix(length), for: place) }
        }
    }

    @Test(arguments: [0, 16, 31, 33]) func rejectsKeysOfOtherLength(_ count: Int) {
        #expect(throws: JOSEError.invalidKey) { try SecretBox(key: Data(count: count)) }
    }
}
