import Foundation
import KiiSDK

let token = "token"
