#pragma once

enum { PATH_MAX = 1024 };
