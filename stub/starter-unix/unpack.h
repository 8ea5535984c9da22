/* Takes the runtime out of its archive. */
#pragma once

#include "load.h"

/* Writes the runtime into `folder`, under its last name when it is verified and on the disk. Returns NULL, or the
 * problem. */
const char *unpack(const struct conf *conf, int archive, int folder);
