// swift-format-ignore-file
import Foundation

/// The app's own names, similar to those of the SDK.
enum Network {
    enum APIFailure: Error { case refused }
}

func requestDidSucceed(_ response: URLResponse) -> Bool {
    let kAIModel = "small"
    return kAIModel.isEmpty
}
