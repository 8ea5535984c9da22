// The part of a build that runs on Windows under Wine, too.

import { makeForWindows } from "../../bundler/windows/host-bytes.ts";

const [folder = "", out = ""] = process.argv.slice(2);
await makeForWindows(folder, out);
