import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { windowsTools } from "../harness/wine-prefix.ts";

// The folder of verifiers that are part of no system: beside the other tools, outside of the
// repository, made once.

const folder = join(dirname(windowsTools), "framework-verifiers");

/** The version of `apple-codesign` from crates.io. */
export const rcodesignVersion = "0.29.0";

/** The root that cargo installs it into. */
export const rcodesignFolder = join(folder, `rcodesign-${rcodesignVersion}`);

export const rcodesign = join(rcodesignFolder, "bin/rcodesign");

/** A program of ours that has the crates `msi` and `cab` read a package. */
export const msiReaderSource = join(import.meta.dir, "msi-reader");

const sum = ["Cargo.toml", "Cargo.lock", "src/main.rs"]
  .reduce(
    (hash, name) => hash.update(readFileSync(join(msiReaderSource, name))),
    createHash("sha256"),
  )
  .digest("hex")
  .slice(0, 12);

/** The folder that cargo builds it in. */
export const msiReaderFolder = join(folder, `msi-reader-${sum}`);

export const msiReader = join(msiReaderFolder, "release/msi-reader");
