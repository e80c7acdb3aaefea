extension PageField {
    /// What the template `field` shows of it.
    func content(hasFocus: Bool) -> [String: Any] {
        var content: [String: Any] = [
            "id": id, "name": name, "label": label, "type": type, "value": value, "required": isRequired,
            "hasFocus": hasFocus, "isInput": choices == nil && type != "checkbox", "isBoolean": type == "checkbox",
            "isChecked": type == "checkbox" && value == "true", "isPassword": type == "password",
            "isCode": autocomplete == "one-time-code",
        ]
        content["autocomplete"] = autocomplete
        content["inputmode"] = inputMode
        content["autocapitalize"] = autocapitalize
        content["step"] = type == "number" ? "any" : nil
        content["minlength"] = minimumLength
        content["maxlength"] = maximumLength
        content["hint"] = hint
        content["error"] = error
        let descriptions = [error.map { _ in id + "-error" }, hint.map { _ in id + "-hint" }].compactMap(\.self)
        if !descriptions.isEmpty { content["describedBy"] = descriptions.joined(separator: " ") }
        if let choices {
            content["isChoice"] = true
            content["choices"] = choices.map {
                ["value": $0.value, "label": $0.label, "isSelected": $0.value == value] as [String: Any]
            }
        }
        return content
    }
}
