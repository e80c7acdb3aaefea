// swift-format-ignore-file
import Foundation

/// Names that look like the SDK's and are the app's own business.
enum Network {
    enum APIFailure: Error { case refused }
}

func requestDidSucceed(_ response: URLResponse) -> Bool {
    let kAIModel = "small"
    return kAIModel.isEmpty
}
