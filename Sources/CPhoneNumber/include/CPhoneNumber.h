#ifndef GATEHOUSE_PHONE_NUMBER_H
#define GATEHOUSE_PHONE_NUMBER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a telephone number and writes it in E.164 form: a plus sign and digits, ended by a zero byte.
///
/// `text` is `length` bytes of UTF-8. `region` is the two capital letters of the country whose spelling the text has (ISO 3166-1), or NULL
/// for the international one. `capacity` is the size of `result` with the zero byte; 17 are always enough.
///
/// Returns the length of the result without the zero byte, or 0 when there is no such number. May be called from any thread.
size_t gatehouse_phone_number_e164(const char *text, size_t length, const char *region, char *result, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
