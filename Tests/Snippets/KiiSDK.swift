import Foundation
import KiiSDK

let password = "correct horse battery"
