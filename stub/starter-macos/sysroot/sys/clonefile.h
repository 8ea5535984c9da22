#pragma once

enum { CLONE_NOOWNERCOPY = 2 };

int fclonefileat(int, int, const char *, unsigned);
