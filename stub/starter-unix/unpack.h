/* Takes the runtime out of its archive. */
#pragma once

#include "load.h"

/* Writes the runtime into `folder`, under its last name when it is verified and on the disk. Returns NULL, or the problem;
 * `is_wrong` says then whether it is the archive's, and not the disk's. */
const char *unpack(const struct conf *conf, int archive, int folder, int *is_wrong);
