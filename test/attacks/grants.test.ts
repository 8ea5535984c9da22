// Files that pass for the file or folder that the user chose, when the choice is kept over a
// restart.

import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemDisk, type Disk, type Identity } from "../../src/app/scope/open/disk.ts";
import { Grants } from "../../src/app/scope/grants/grants.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { systemHere } from "../support/each-system.ts";
import { attack, secret } from "./attack.ts";

/** A disk whose files all have the same number, as after a reuse of numbers. */
const sameNumbers: Disk = {
  ...systemDisk,
  identify: (path) => systemDisk.identify(path)?.replace(/^\d+/, "7") ?? null,
};

/** Compares the number alone. */
function weakened(disk: Disk, isWeak: boolean): Disk {
  return isWeak
    ? { ...disk, identify: (path) => disk.identify(path)?.split(":")[0] ?? null }
    : disk;
}

/**
 * The restored grant when a file is identified in one way before the restart, and in another after
 * it.
 */
function restored(before: Identity, after: Identity, isWeak = false): string | null {
  using folder = tempDir({ file: "" });
  const path = join(folder.path, "file");
  const grantsOn = (identity: Identity): Grants =>
    new Grants({
      system: systemHere(),
      disk: weakened({ ...systemDisk, identify: () => identity }, isWeak),
    });
  const kept = grantsOn(before).allowFile(path);
  return grantsOn(after).restore(kept) === null ? null : secret;
}

attack("a file that was made anew has the number of the chosen one", async (isWeak) => {
  using folder = tempDir({ file: "chosen" });
  const path = join(folder.path, "file");
  const grants = (): Grants =>
    new Grants({ system: systemHere(), disk: weakened(sameNumbers, isWeak) });
  const kept = grants().allowFile(path);
  rmSync(path);
  await Bun.sleep(10);
  writeFileSync(path, "another");
  return grants().restore(kept) === null ? null : secret;
});

attack("another disk is mounted where the chosen one was", (isWeak) =>
  restored("2:1700000000000000000:uuid-a", "2:1700000000000000000:uuid-b", isWeak),
);

attack("another disk of Windows has the drive letter of the chosen one", (isWeak) =>
  restored("5:1700000000000000000:serial-1", "5:1700000000000000000:serial-2", isWeak),
);

attack("another disk that keeps no births is where the chosen one was", (isWeak) =>
  restored("1:0:dev-1", "1:0:dev-2", isWeak),
);

test("the chosen file is restored, also when its drive has another number", () => {
  const birth = "1700000000000000001";
  for (const [before, after] of [
    [`9:${birth}:uuid-a`, `9:${birth}:uuid-a`],
    [`9:${birth}:dev-17`, `9:${birth}:dev-33`],
    [`9:${birth}:dev-17`, `9:${birth}:uuid-a`],
    ["9:0:mount-nfs4-server:/home", "9:0:mount-nfs4-server:/home"],
  ] as const)
    expect([before, restored(before, after)]).toEqual([before, secret]);
});

test("a list of an older version, which names no birth, restores nothing", () => {
  expect(restored("64768:9", "9:1700000000000000001:uuid-a")).toBeNull();
});

test("a real file keeps its identity when it is written to, and has one of its own", () => {
  using folder = tempDir({ one: "1", other: "2" });
  const [one, other] = [join(folder.path, "one"), join(folder.path, "other")];
  const before = systemDisk.identify(one);
  writeFileSync(one, "longer than before");
  expect(systemDisk.identify(one)).toBe(before);
  expect(systemDisk.identify(other)).not.toBe(before);
  expect(systemDisk.identify(join(folder.path, "none"))).toBeNull();
});
