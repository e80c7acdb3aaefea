import Foundation
import Gatehouse
import GatehouseTestSupport
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct KiiUserTests {
    @Test func comparesUsersByIdentifier() {
        let (one, two, other) = (KiiUser(id: "a"), KiiUser(id: "a"), KiiUser(id: "b"))
        #expect(one == two)
        #expect(one.isEqual(two))
        #expect(one.hash == two.hash)
        #expect(one.hashValue == two.hashValue)
        #expect(one != other)
        #expect(Set([one, two, other]).count == 2)
        #expect(NSSet(array: [one, two, other]).count == 2)
        #expect(!one.isEqual("a"))
        #expect(!one.isEqual(nil))
    }

    @Test func reportsNoLinkedSocialAccount() {
        let providers = (0...13).compactMap { KiiConnectorProvider(rawValue: $0) }
        #expect(providers.count == 14)
        #expect(providers.allSatisfy { !KiiUser(id: "a").isLinked(withSocialProvider: $0) })
        #expect(!KiiUser(id: "a").isLinked(withSocialProvider: .Facebook))
    }

    @Test func comparesUsersWithoutIdentifierByIdentity() {
        let one = KiiUser(username: "ada", andPassword: "analytical")
        let two = KiiUser(username: "ada", andPassword: "analytical")
        #expect(one == one)
        #expect(one != two)
        #expect(one.hash == one.hash)
    }

    @Test func setsIdentifiersInInitializers() {
        let users = [
            KiiUser(username: "ada", andPassword: "p"), KiiUser(emailAddress: "a@b", andPassword: "p"),
            KiiUser(phoneNumber: "+8190", andPassword: "p"),
            KiiUser(username: "ada", andEmailAddress: "a@b", andPassword: "p"),
            KiiUser(username: "ada", andPhoneNumber: "+8190", andPassword: "p"),
            KiiUser(emailAddress: "a@b", andPhoneNumber: "+8190", andPassword: "p"),
            KiiUser(username: "ada", andEmailAddress: "a@b", andPhoneNumber: "+8190", andPassword: "p"),
        ]
        let (name, email, phone) = ("ada", "a@b", "+8190")
        #expect(users.map(\.username) == [name, nil, nil, name, name, nil, name])
        #expect(users.map(\.email) == [nil, email, nil, email, nil, email, email])
        #expect(users.map(\.phoneNumber) == [nil, nil, phone, nil, phone, phone, phone])
        #expect(users.allSatisfy { $0.userID == nil && $0.objectURI == nil && !$0.isPseudoUser })
    }

    @Test func createsUserFromURI() async {
        let user = KiiUser(uri: "kiicloud://users/abc-1")
        #expect(user.userID == "abc-1")
        #expect(user.objectURI == "kiicloud://users/abc-1")
        #expect(KiiUser(id: "abc-1") == user)
        Device().launch()
        for uri in ["", "kiicloud://users/", "kiicloud://groups/a", "abc", "kiicloud://users/a/b"] {
            let wrong = KiiUser(uri: uri)
            #expect(wrong.userID == nil)
            for style in CallStyle.allCases {
                #expect(await KiiCall.refresh(wrong).outcome(style).error?.code == 511)
                #expect(await KiiCall.delete(wrong).outcome(style).error?.code == 511)
            }
        }
    }

    @Test(arguments: CallStyle.allCases)
    func restrictsChangesToLoggedInUser(style: CallStyle) async throws {
        let device = Device()
        let (ada, _) = (device.server.add("ada"), device.server.add("bob"))
        device.launch()
        let otherUser = KiiUser(id: ada)
        let names = [
            "delete", "update", "updateNames", "updatePassword", "changeEmail", "changePhone", "verifyPhone",
        ]
        func check() async {
            let count = device.server.requests.count
            for user in [otherUser, KiiUser(username: "ada", andPassword: "analytical")] {
                let calls = KiiCall.allCalls(user).filter {
                    names.contains($0.name) || $0.name.hasPrefix("resend") || $0.name == "putIdentity"
                }
                for call in calls { #expect(await call.outcome(style).error?.code == 327, "\(call.name)") }
            }
            #expect(device.server.requests.count == count)
        }
        // First without a logged-in user, then with another one.
        await check()
        #expect(await KiiCall.refresh(otherUser).outcome(style).error?.code == 327)
        for call in [KiiCall.find(username: "ada"), .find(email: "a@b"), .find(phone: "+8190123")] {
            #expect(await call.outcome(style).error?.code == 340)
        }
        try await KiiUser.authenticate("bob", withPassword: "analytical")
        await check()
        // Other users can be fetched. An object with the current user's identifier represents the current user.
        #expect(await KiiCall.refresh(otherUser).outcome(style).user === otherUser)
        #expect(otherUser.username == "ada")
        #expect(otherUser.accessToken == nil)
        let current = try #require(KiiUser.current())
        let twin = KiiUser(id: try #require(current.userID))
        #expect(twin.accessToken == current.accessToken)
        #expect(await KiiCall.refresh(twin).outcome(style).error == nil)
        #expect(await KiiCall.refresh(KiiUser(username: "x_y", andPassword: "p")).outcome(style).error?.code == 327)
    }

    @Test func hidesSecretsInDescriptions() async throws {
        let device = Device()
        device.server.issueRefreshTokens(expiresIn: 3600)
        device.launch()
        let user = KiiUser(username: "ada", andPassword: "analytical")
        #expect(!"\(user) \(String(reflecting: user))".contains("analytical"))
        try await user.performRegistration()
        let dictionary = try #require(user.accessTokenDictionary())
        let access = dictionary["access_token"] as! String
        let refresh = dictionary["refresh_token"] as! String
        var dumped = ""
        dump(user, to: &dumped)
        let texts = [
            "\(user)", user.description, user.debugDescription, String(reflecting: user), String(describing: user),
            dumped,
        ]
        for text in texts {
            #expect(!text.contains(access))
            #expect(!text.contains(refresh))
            #expect(!text.contains("analytical"))
        }
        #expect(user.description == "KiiUser(userID: \(user.userID ?? ""), username: ada)")
        user.describe()
        let error = await KiiCall.token(access + "x").outcome(.async).error
        #expect(!"\(try #require(error)) \(try #require(error).userInfo)".contains(access))
    }
}
