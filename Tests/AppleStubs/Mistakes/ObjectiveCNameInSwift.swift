// Expected: 'objcSharedManager()' is unavailable
import LoginWithAmazon

let manager = AMZNAuthorizationManager.objcSharedManager()
