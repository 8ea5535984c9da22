import { missingWine10, wine10 } from "../harness/wine-10.ts";
import { distributions, isMade, webkitVersion } from "../harness/distributions.ts";
import { wineVersion } from "../harness/wine-prefix.ts";
import { missingForThrowAwayRoot } from "../test/install/throw-away-root.ts";
import { missingProgram } from "./verifier.ts";

/** Tests that are too slow for every run of `npm test`. */
export interface Suite {
  readonly name: string;
  /** The subject of its tests, for the table. */
  readonly shows: string;
  /** No `.test.` in its name, so that `npm test` leaves it out. */
  readonly path: string;
  /** The reason why it cannot run here. `null` if it can. */
  readonly missing: () => string | null;
  readonly version: () => string;
}

/** THE TABLE OF SUITES that `npm run verify` runs. */
export const suites: readonly Suite[] = [
  {
    name: "Wine 10",
    shows: "NSIS installers of 32 bits and MSI packages, as users run them",
    path: "./test/wine/installers/installer-suite.ts",
    missing: () => missingWine10() ?? missingProgram("makensis"),
    version: () => wineVersion(wine10)?.replace(/^wine-/, "") ?? "unknown",
  },
  {
    name: "dpkg-deb, rpm, unsquashfs",
    shows: "packages with a file of more than 4 GiB",
    path: "./test/bundler/large-suite.ts",
    missing: () => missingProgram("dpkg-deb", "rpm2archive", "unsquashfs"),
    version: () => "of Debian",
  },
  {
    name: "Distributions",
    shows: "deb packages and AppImages, installed and used with the distribution's own WebKitGTK",
    path: "./test/install/distributions-suite.ts",
    missing: () =>
      missingForThrowAwayRoot() ??
      (distributions.some(isMade) ? null : "no root is made; see tools/distributions.ts"),
    version: () =>
      distributions
        .filter(isMade)
        .map((one) => `${one.name} (${webkitVersion(one)})`)
        .join(", "),
  },
];
