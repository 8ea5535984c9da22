// Attacks by the archive that an update comes in: nothing but the AppImage is taken out of it.

import { gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appImageIn } from "../../src/app/updater/install/archive.ts";
import { Payload } from "../../src/app/updater/download/payload.ts";
import { tar } from "../../src/bundler/write/tar.ts";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { image } from "../support/update-site.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

/**
 * Unpacks an archive as the updater does, or by the names in it. The result is the list of its
 * files.
 */
async function unpacked(
  folder: string,
  entries: readonly Entry[],
  byNames: boolean,
): Promise<string> {
  const bytes = gzipSync(tar(entries, { time: 0, prefix: "" }));
  const inner = join(folder, "inner");
  mkdirSync(inner);
  if (byNames) {
    writeFileSync(join(folder, "archive"), bytes);
    Bun.spawnSync(["tar", "-xPzf", join(folder, "archive")], { cwd: inner });
  } else {
    await using payload = await Payload.open(folder);
    await payload.append(bytes);
    const chunks = await Array.fromAsync(appImageIn(payload, createHash("sha512")));
    writeFileSync(join(inner, "App.AppImage"), Buffer.concat(chunks));
  }
  const places = [
    join(inner, "App.AppImage"),
    join(folder, "App.AppImage"),
    join(folder, "absolute.AppImage"),
  ];
  return places.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : "")).join("");
}

const entry = (path: string): Entry => ({
  kind: "file",
  path,
  mode: 0o755,
  bytes: Buffer.from(secret),
});

attack("a name in an archive leads out of it", async (isWeak) => {
  using dir = tempDir();
  return await unpacked(dir.path, [entry("../App.AppImage")], isWeak);
});

attack("a name in an archive is a whole path", async (isWeak) => {
  using dir = tempDir();
  return await unpacked(dir.path, [entry(`${dir.path}/absolute.AppImage`)], isWeak);
});

attack("a link in an archive leads to another file", async (isWeak) => {
  using dir = tempDir({ file: secret });
  return await unpacked(dir.path, [{ kind: "link", path: "App.AppImage", to: "../file" }], isWeak);
});

attack("a second file hides behind the first one", async (isWeak) => {
  using dir = tempDir();
  const first: Entry = { kind: "file", path: "A.AppImage", mode: 0o755, bytes: image("") };
  return await unpacked(dir.path, [first, entry("App.AppImage")], isWeak);
});
