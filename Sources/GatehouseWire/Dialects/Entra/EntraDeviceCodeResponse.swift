/// What a device shows and what it keeps, with the sentence that Microsoft's libraries show as it is.
package struct EntraDeviceCodeResponse: JSONResponse, Hashable {
    package var codes: DeviceAuthorizationResponse
    package var message: String?

    package init(codes: DeviceAuthorizationResponse, message: String?) {
        self.codes = codes
        self.message = message
    }

    private enum CodingKeys: CodingKey {
        case message
    }

    package init(from decoder: any Decoder) throws {
        codes = try DeviceAuthorizationResponse(from: decoder)
        message = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .message)
    }

    package func encode(to encoder: any Encoder) throws {
        try codes.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(message, forKey: .message)
    }
}
