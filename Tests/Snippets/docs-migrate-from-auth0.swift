import Foundation

let issuer = URL(filePath: "/")
