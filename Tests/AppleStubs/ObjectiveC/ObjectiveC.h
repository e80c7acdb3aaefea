// The part of the Objective-C runtime that our code and Foundation's classes need.
// https://developer.apple.com/documentation/objectivec
#pragma once

typedef signed char BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#ifndef nil
#define nil ((id)0)
#endif

typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef struct _NSZone NSZone;

@class NSString;

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property (readonly) NSUInteger hash;
@property (readonly) Class superclass;
- (BOOL)isKindOfClass:(Class)aClass;
- (BOOL)conformsToProtocol:(Protocol *)aProtocol;
- (BOOL)respondsToSelector:(SEL)aSelector;
- (null_unspecified id)performSelector:(null_unspecified SEL)aSelector withObject:(null_unspecified id)object;
- (null_unspecified id)performSelector:(null_unspecified SEL)aSelector
                            withObject:(null_unspecified id)object1
                            withObject:(null_unspecified id)object2;
@property (readonly, copy) NSString *description;
@optional
@property (readonly, copy) NSString *debugDescription;
@end

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (instancetype)new;
+ (Class)class __attribute__((availability(swift, unavailable)));
- (instancetype)init __attribute__((objc_designated_initializer));
- (void)dealloc;
#if !__has_feature(objc_arc)
- (instancetype)retain;
- (oneway void)release;
- (instancetype)autorelease;
#endif
@end

#pragma clang assume_nonnull end
