#pragma once

#include <stddef.h>
#include <stdint.h>

typedef uint16_t mode_t;
typedef int64_t off_t;
typedef int32_t pid_t;
typedef long ssize_t;
typedef uint32_t uid_t;
