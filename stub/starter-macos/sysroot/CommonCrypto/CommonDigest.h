#pragma once

#include <stdint.h>

typedef uint32_t CC_LONG;

typedef struct {
  CC_LONG count[2], hash[8], wbuf[16];
} CC_SHA256_CTX;

typedef struct {
  uint64_t count[2], hash[8], wbuf[16];
} CC_SHA512_CTX;

int CC_SHA256_Init(CC_SHA256_CTX *);
int CC_SHA256_Update(CC_SHA256_CTX *, const void *, CC_LONG);
int CC_SHA256_Final(unsigned char *, CC_SHA256_CTX *);
int CC_SHA512_Init(CC_SHA512_CTX *);
int CC_SHA512_Update(CC_SHA512_CTX *, const void *, CC_LONG);
int CC_SHA512_Final(unsigned char *, CC_SHA512_CTX *);
