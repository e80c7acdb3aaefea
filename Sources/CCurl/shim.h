#include <curl/curl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one plain function for each argument type.

static inline CURLcode gatehouse_curl_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gatehouse_curl_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gatehouse_curl_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gatehouse_curl_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gatehouse_curl_setopt_read(CURL *handle, curl_read_callback value) {
    return curl_easy_setopt(handle, CURLOPT_READFUNCTION, value);
}

static inline CURLcode gatehouse_curl_setopt_write(CURL *handle, curl_write_callback value) {
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, value);
}

static inline CURLcode gatehouse_curl_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode gatehouse_curl_setopt_progress(CURL *handle, curl_xferinfo_callback value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode gatehouse_curl_setopt_header(CURL *handle, curl_write_callback value) {
    return curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, value);
}

static inline CURLcode gatehouse_curl_setopt_opensocket(CURL *handle, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

// Copies the IP address in network order and returns its length; 0 for other families. In C, because the storage of an
// IPv6 address is longer than the declared type of `addr`.
static inline size_t gatehouse_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    const unsigned char *start = (const unsigned char *)&address->addr;
    switch (address->family) {
    case AF_INET:
        memcpy(bytes, start + offsetof(struct sockaddr_in, sin_addr), 4);
        return 4;
    case AF_INET6:
        memcpy(bytes, start + offsetof(struct sockaddr_in6, sin6_addr), 16);
        return 16;
    default:
        return 0;
    }
}
