import Foundation
import KiiSDK
import Testing

@Suite struct KiiUserFieldsTests {
    /// Reserved names and some that are available.
    private static let names: [(String, Bool)] = [
        ("loginName", false), ("emailAddress", false), ("phoneNumber", false), ("displayName", false),
        ("country", false), ("userID", false), ("_anything", false), ("_", false), ("", false), ("city", true),
        ("City", true), ("\u{90fd}\u{5e02}", true), ("a_b", true), ("e-mail", true),
    ]

    @Test func rejectsReservedFieldNames() {
        for (name, isFree) in Self.names {
            let fields = KiiUserFields()
            #expect(fields.setObject("x", forKey: name) == isFree, "\(name)")
            #expect(fields.hasObject(name) == isFree)
            let user = KiiUser(id: "user-1")
            #expect(user.setObject("x", forKey: name) == isFree, "\(name)")
            #expect(user.hasObject(name) == isFree)
        }
    }

    @Test func returnsValuesThatSurviveCasts() {
        let user = KiiUser(id: "user-1")
        user.setObject("London", forKey: "city")
        user.setObject(NSString(string: "London"), forKey: "town")
        user.setObject(36, forKey: "age")
        user.setObject(NSNumber(value: 36), forKey: "years")
        user.setObject(1.5, forKey: "height")
        user.setObject(true, forKey: "isIn")
        user.setObject(NSNull(), forKey: "nothing")
        user.setObject(["a", 1, ["b": true]] as [Any], forKey: "list")
        user.setObject(["k": ["l": 2]] as [String: Any], forKey: "tree")
        for key in ["city", "town"] {
            #expect(user.getObjectForKey(key) as! String == "London")
            #expect(user.getObjectForKey(key) as! NSString == "London")
        }
        for key in ["age", "years"] {
            #expect(user.getObjectForKey(key) as! Int == 36)
            #expect(user.getObjectForKey(key) as! Double == 36)
            #expect(user.getObjectForKey(key) as! NSNumber == 36)
        }
        #expect(user.getObjectForKey("height") as! Double == 1.5)
        #expect(user.getObjectForKey("height") as! NSNumber == 1.5)
        #expect(user.getObjectForKey("isIn") as! Bool == true)
        #expect(user.getObjectForKey("isIn") as! NSNumber == true)
        #expect(user.getObjectForKey("nothing") as! NSNull == NSNull())
        let list = user.getObjectForKey("list") as! [Any]
        #expect(list[0] as! String == "a")
        #expect(list[1] as! Int == 1)
        #expect((list[2] as! [String: Any])["b"] as! Bool)
        #expect(user.getObjectForKey("list") as! NSArray == list as NSArray)
        let tree = user.getObjectForKey("tree") as! [String: Any]
        #expect((tree["k"] as! [String: Any])["l"] as! Int == 2)
        #expect((user.getObjectForKey("tree") as! NSDictionary)["k"] != nil)
        #expect(user.getObjectForKey("none") == nil)
    }

    @Test func rejectsValuesOutsideJSON() {
        let user = KiiUser(id: "user-1")
        #expect(!user.setObject(Date(), forKey: "date"))
        #expect(!user.setObject(Data(), forKey: "data"))
        #expect(!user.setObject([1: "x"], forKey: "numbers"))
        #expect(!user.setObject(nil, forKey: "nothing"))
        #expect(!user.hasObject("date"))
    }

    @Test func removesFieldsLocally() {
        let fields = KiiUserFields()
        fields.setObject(1, forKey: "a")
        fields.removeObject(forKey: "a")
        #expect(!fields.hasObject("a"))
        fields.setObject(2, forKey: "b")
        fields.removeFromServer(forKey: "b")
        #expect(fields.getObjectForKey("b") == nil)
        let user = KiiUser(id: "user-1")
        user.setObject(1, forKey: "a")
        user.removeObject(forKey: "a")
        #expect(!user.hasObject("a"))
    }
}
