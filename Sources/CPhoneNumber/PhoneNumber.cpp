#include "CPhoneNumber.h"

#include <cstring>
#include <string>

#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

/// The region code of the library for a number that names its country itself.
const char *const kNoRegion = "ZZ";

std::string e164(const std::string &text, const char *region) {
    const PhoneNumberUtil &library = *PhoneNumberUtil::GetInstance();
    PhoneNumber number;
    if (library.Parse(text, region ? region : kNoRegion, &number) != PhoneNumberUtil::NO_PARSING_ERROR) return {};
    // A number that can be dialled within a town only is none that a message reaches.
    if (number.has_extension() || library.IsPossibleNumberWithReason(number) != PhoneNumberUtil::IS_POSSIBLE) return {};
    // "010 1 …" in Japan dials another country: that is not a local spelling.
    if (region && number.country_code() != library.GetCountryCodeForRegion(region)) return {};
    std::string formatted;
    library.Format(number, PhoneNumberUtil::E164, &formatted);
    return formatted;
}

} // namespace

size_t gatehouse_phone_number_e164(const char *text, size_t length, const char *region, char *result, size_t capacity) {
    try {
        const std::string formatted = e164(std::string(text, length), region);
        if (formatted.empty() || formatted.size() >= capacity) return 0;
        std::memcpy(result, formatted.c_str(), formatted.size() + 1);
        return formatted.size();
    } catch (...) {
        // An exception may not cross into C.
        return 0;
    }
}
