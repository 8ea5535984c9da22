/* Loads the archive into a part file, which stays when it ends before: it is gone on with. */
#pragma once

#include "load.h"

/* Returns 1 when `part` is the archive that the app was made for. */
int download(struct load *load, int part);
