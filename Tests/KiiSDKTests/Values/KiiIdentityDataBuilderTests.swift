import Foundation
import KiiSDK
import Testing

@Suite struct KiiIdentityDataBuilderTests {
    @Test func returnsIdentifiers() throws {
        let builder = KiiIdentityDataBuilder()
        builder.userName = "ada_l"
        builder.email = "ada@example.com"
        builder.phoneNumber = "+819012345678"
        let data = try builder.buildWithError()
        #expect(data.userName == "ada_l")
        #expect(data.email == "ada@example.com")
        #expect(data.phoneNumber == "+819012345678")
        #expect(builder.build()?.userName == "ada_l")
    }

    @Test(
        arguments: [
            (nil, nil, nil, 313), ("a", nil, nil, 307), ("ada", "ada", nil, 305), (nil, nil, "123", 308),
            ("ada", "ada@example.com", "x", 308),
        ] as [(String?, String?, String?, Int)]
    )
    func reportsInvalidIdentifiers(name: String?, email: String?, phone: String?, code: Int) {
        let builder = KiiIdentityDataBuilder()
        builder.userName = name
        builder.email = email
        builder.phoneNumber = phone
        do {
            try builder.buildWithError()
            Issue.record("The identifiers were built.")
        } catch let error as NSError {
            #expect(error.code == code)
            #expect(error.userInfo["description"] as! String != "")
        }
        #expect(builder.build() == nil)
    }
}
