import GatehouseServer
import Testing

@Suite struct PhoneNumberTests {
    @Test(arguments: [
        ("+819012345678", "+819012345678"),
        ("  +81 90-1234-5678\n", "+819012345678"),
        ("＋８１ ９０ー１２３４ー５６７８", "+819012345678"),
        // With the trunk prefix, which is dialled only within the country.
        ("+81 (0)90 1234 5678", "+819012345678"),
        ("+1 (201) 555-0123", "+12015550123"),
        ("+44 20 7946 0958", "+442079460958"),
        ("+44 (0)20 7946 0958", "+442079460958"),
        // Italy keeps the leading zero.
        ("+39 06 6982", "+39066982"),
        // Argentine mobile numbers: 15 within the country, 9 from abroad.
        ("+54 9 11 2345-6789", "+5491123456789"),
        ("+7 912 345-67-89", "+79123456789"),
        ("+49 (1512) 3456789", "+4915123456789"),
        ("+86 131 2345 6789", "+8613123456789"),
        // Mexico required the 1 until 2019.
        ("+52 1 222 123 4567", "+522221234567"),
        ("+225 01 23 45 67 89", "+2250123456789"),
        ("+800 1234 5678", "+80012345678"),
    ])
    func normalizesInternationalNumbers(entered: String, e164: String) throws {
        let number = try #require(PhoneNumber(international: entered))
        #expect(number.e164 == e164)
        #expect(PhoneNumber(international: number.e164) == number)
    }

    @Test(arguments: [
        ("090-1234-5678", "JP", "+819012345678"),
        ("09012345678", "jp", "+819012345678"),
        ("０９０ー１２３４ー５６７８", "JP", "+819012345678"),
        ("(201) 555-0123", "US", "+12015550123"),
        ("1 201 555 0123", "US", "+12015550123"),
        ("020 7946 0958", "GB", "+442079460958"),
        ("06 6982", "IT", "+39066982"),
        ("011 15-2345-6789", "AR", "+5491123456789"),
        ("8 (912) 345-67-89", "RU", "+79123456789"),
        ("01512 3456789", "DE", "+4915123456789"),
        ("131 2345 6789", "CN", "+8613123456789"),
        ("01.23.45.67.89", "FR", "+33123456789"),
    ])
    func normalizesNationalNumbers(entered: String, country: String, e164: String) {
        #expect(PhoneNumber(local: entered, country: country)?.e164 == e164)
        #expect(PhoneNumber(local: entered, country: country) == PhoneNumber(international: e164))
    }

    @Test(arguments: [
        "", " ", "+", "819012345678", "09012345678", "+81", "+81 90", "+81 90 1234 5678 9012", "+999 1234567",
        "+0 12345678",
        "++819012345678", "+81+9012345678", "+1 800 FLOWERS", "+81 90 1234 5678 ext. 5", "+81 90 1234 5678;5",
        "+819012345678x5",
        "tel:+819012345678", "+81 90 1234\n5678", "+81 90 1234\u{0}5678", "+81901234567\u{202E}8", "+819012345678,5",
        "+12*3456789#",
        "EMAIL:+819012345678",
        "+" + String(repeating: " ", count: 50) + "819012345678",
    ])
    func rejectsInvalidInternationalNumbers(entered: String) {
        #expect(PhoneNumber(international: entered) == nil)
    }

    @Test(arguments: [
        ("", "JP"), ("+81 90 1234 5678", "JP"), ("090-1234-5678", ""), ("090-1234-5678", "J"), ("090-1234-5678", "JPN"),
        ("090-1234-5678", "ZZ"), ("090-1234-5678", "QX"), ("090-1234-5678", "ＪＰ"), ("090-1234-5678", "J\u{0}"),
        ("110", "JP"),
        ("0901234567890123", "JP"), ("call me", "JP"), ("090-1234-5678 ext 1", "JP"),
        // Starts with Japan's international prefix.
        ("010 1 201 555 0123", "JP"),
    ])
    func rejectsInvalidNationalNumbers(entered: String, country: String) {
        #expect(PhoneNumber(local: entered, country: country) == nil)
    }

    @Test func rejectsOverlongTextWithoutParsing() {
        let digits = String(repeating: "1", count: 1_000_000)
        #expect(PhoneNumber(international: "+" + digits) == nil)
        #expect(PhoneNumber(local: digits, country: "US") == nil)
    }

    @Test func parsesConcurrently() async {
        let forms = await withTaskGroup { group in
            for number in 0..<64 {
                group.addTask { PhoneNumber(local: "090-1234-56\(10 + number)", country: "JP")?.e164 }
            }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(forms == Set((0..<64).map { "+8190123456\(10 + $0)" }))
    }

    @Test func rejectsNumberWithoutAreaCode() {
        #expect(PhoneNumber(international: "+1 253 0000") == nil)
        #expect(PhoneNumber(local: "253 0000", country: "US") == nil)
        #expect(PhoneNumber(international: "+1 650 253 0000")?.e164 == "+16502530000")
    }
}
