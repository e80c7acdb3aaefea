// https://developer.apple.com/documentation/corefoundation
#pragma once
#include <ObjectiveC.h>

#define CF_BRIDGED_TYPE(type) __attribute__((objc_bridge(type)))
#define CF_OPTIONS(_type, _name) \
    enum __attribute__((flag_enum, enum_extensibility(open))) _name : _type _name; enum _name : _type
#define CF_RETURNS_RETAINED __attribute__((cf_returns_retained))
#define CF_IMPLICIT_BRIDGING_ENABLED _Pragma("clang arc_cf_code_audited begin")
#define CF_IMPLICIT_BRIDGING_DISABLED _Pragma("clang arc_cf_code_audited end")

@class NSDictionary, NSError, NSString;

typedef int OSStatus;
typedef double CGFloat;
typedef unsigned long CFOptionFlags;
typedef const CF_BRIDGED_TYPE(id) void *CFTypeRef;
typedef const struct CF_BRIDGED_TYPE(id) __CFAllocator *CFAllocatorRef;
typedef const struct CF_BRIDGED_TYPE(NSString) __CFString *CFStringRef;
typedef const struct CF_BRIDGED_TYPE(NSDictionary) __CFDictionary *CFDictionaryRef;
typedef struct CF_BRIDGED_TYPE(NSError) __CFError *CFErrorRef;

// https://developer.apple.com/documentation/corefoundation/cgrect
typedef struct { CGFloat x; CGFloat y; } CGPoint;
typedef struct { CGFloat width; CGFloat height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
extern CGRect CGRectInset(CGRect rect, CGFloat dx, CGFloat dy)
    __attribute__((swift_name("CGRect.insetBy(self:dx:dy:)")));
