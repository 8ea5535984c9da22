// Prints the packages that this machine lacks for `npm test`, for a package manager:
//
//   node tools/missing-packages.mjs debian|fedora|arch

import { missingNeeds, packagesOf } from "./system-packages.mjs";

const [family] = process.argv.slice(2);
if (!["debian", "fedora", "arch"].includes(family)) {
  process.stderr.write("Usage: node tools/missing-packages.mjs debian|fedora|arch\n");
  process.exit(1);
}
console.log(packagesOf(missingNeeds(["window", "display", "packages", "trace"]), family).join(" "));
