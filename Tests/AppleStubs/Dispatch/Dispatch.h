// Dispatch, whose objects are Objective-C objects on Apple platforms.
// https://developer.apple.com/documentation/dispatch
#pragma once
#include <ObjectiveC.h>

// https://developer.apple.com/documentation/dispatch/dispatchobject
__attribute__((swift_name("DispatchObject"), swift_attr("@Sendable")))
@interface OS_dispatch_object : NSObject
@end

// https://developer.apple.com/documentation/dispatch/dispatchqueue
__attribute__((swift_name("DispatchQueue"), swift_attr("@Sendable")))
@interface OS_dispatch_queue : OS_dispatch_object
@end
typedef OS_dispatch_queue *dispatch_queue_t;
// https://developer.apple.com/documentation/dispatch/dispatch_get_main_queue
__attribute__((swift_private)) extern dispatch_queue_t _Nonnull dispatch_get_main_queue(void);

// https://developer.apple.com/documentation/dispatch/dispatchsemaphore
__attribute__((swift_name("DispatchSemaphore"), swift_attr("@Sendable")))
@interface OS_dispatch_semaphore : OS_dispatch_object
@end
