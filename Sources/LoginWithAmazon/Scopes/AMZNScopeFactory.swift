public import Foundation
import GatehouseWire

/// Makes scopes of any name.
public final class AMZNScopeFactory: NSObject {
    /// A scope of any name.
    ///
    /// - Parameter scopeName: The name; several with spaces between them are several scopes.
    /// - Returns: The scope.
    public class func scope(withName scopeName: String) -> any AMZNScope {
        NamedScope(scopeName, data: nil)
    }

    /// A scope of any name that the app says something about.
    ///
    /// - Parameters:
    ///   - scopeName: The name.
    ///   - scopeData: What to say: anything that JSON has, such as `["essential": false]` for a scope that the person may leave out.
    /// - Returns: The scope.
    public class func scope(withName scopeName: String, data scopeData: [AnyHashable: Any]) -> any AMZNScope {
        NamedScope(scopeName, data: scopeData)
    }

    /// What the app says about scopes, as it is sent.
    ///
    /// - Parameters:
    ///   - scopes: ``AMZNScope`` objects.
    ///   - errorObject: Told what is wrong when the data is nothing that JSON has.
    /// - Returns: A JSON object by scope; empty text when no scope has data, or something is wrong.
    public class func getScopeDataAsJsonString(_ scopes: [Any], withErrorObject errorObject: AMZNLWAError) -> String {
        do throws(LoginFailure) {
            return try RequestedScopes(scopes).data?.encoded ?? ""
        } catch {
            errorObject.become(error)
            return ""
        }
    }
}
