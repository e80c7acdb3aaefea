// https://developer.apple.com/documentation/darwinnotify
#pragma once
#include <Dispatch.h>
#include <stdint.h>

#define NOTIFY_STATUS_OK 0
#define NOTIFY_TOKEN_INVALID -1

#pragma clang assume_nonnull begin

typedef void (^notify_handler_t)(int token);
extern uint32_t notify_post(const char *name);
extern uint32_t notify_register_dispatch(
    const char *name, int *out_token, dispatch_queue_t queue, notify_handler_t handler);
extern uint32_t notify_cancel(int token);

#pragma clang assume_nonnull end
