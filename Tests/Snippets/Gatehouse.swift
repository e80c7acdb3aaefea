import Foundation
import Gatehouse

let url = URL(filePath: "/")
