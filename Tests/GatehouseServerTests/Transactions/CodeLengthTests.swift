import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct CodeLengthTests {
    @Test(arguments: 6...10) func aCodeHasAsManyDigitsAsTheOperatorWants(length: Int) async throws {
        let server = FullServer(store: MemoryStore(), codeLength: length)
        try await server.add(.app("app", createdAt: server.clock.now))
        var codes: Set<String> = []
        for number in 0..<40 {
            let email = "person\(number)@example.com"
            var visit = try await Visit(on: server)
            try await visit.submit(.signInByCode(email: email))
            let code = try await server.code(to: email)
            #expect(code.count == length)
            #expect(code.allSatisfy { ("0"..."9").contains($0) })
            codes.insert(code)
            try await visit.submit(.code(code))
        }
        #expect(codes.count > 35)
        // Each digit is as likely as any other, also in front.
        #expect(Set(codes.compactMap(\.first)).count > 5)
    }
}
