// Determines the date of the sources in a folder, its first argument.

import { sourceDate } from "../../../src/bundler/source-date.ts";

sourceDate(process.argv[2] ?? "", {});
