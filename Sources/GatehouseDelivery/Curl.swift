import CCurl

/// libcurl, initialized once per process.
enum Curl {
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    static func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, to value: Int) {
        _ = unsafe gatehouse_curl_setopt_long(handle, option, value)
    }

    static func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, to value: String) {
        _ = unsafe gatehouse_curl_setopt_string(handle, option, value)
    }
}
