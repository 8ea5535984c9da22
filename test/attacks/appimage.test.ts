// Attacks on an AppImage's start program: by whoever may write beside the file, and by the image
// itself.

import { expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { zstdBlocks } from "../../src/bundler/write/compress.ts";
import { writeSquashfs } from "../../src/bundler/write/squashfs/image.ts";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { stubFolder } from "../../stub/toolchain.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

const isHere = process.platform === "linux" && process.arch === "x64";

/** An AppImage with an app that lists the folders that it believes to be the user's. */
const shows = `#!/bin/sh
cat "$HOME/.profile" "$XDG_CONFIG_HOME/gtk-3.0/settings.ini" 2>/dev/null
exit 0
`;

const file = (path: string, text = secret): Entry => ({
  kind: "file",
  path,
  mode: 0o755,
  bytes: Buffer.from(text),
});

async function writeImage(path: string, entries: readonly Entry[]): Promise<void> {
  const head = readFileSync(join(stubFolder, "appimage-x64"));
  await writeSquashfs(path, entries, {
    head,
    time: 0,
    compress: zstdBlocks(1),
    blockSize: 1 << 17,
  });
  chmodSync(path, 0o755);
}

function start(folder: string, args: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([join(folder, "App.AppImage"), ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder, APPIMAGE_EXTRACT_AND_RUN: "1" },
  });
  return { status: exitCode, out: stdout.toString(), err: stderr.toString() };
}

if (isHere) {
  for (const [ending, inside] of [
    ["home", ".profile"],
    ["config", "gtk-3.0/settings.ini"],
  ] as const) {
    const beside: Record<string, (place: string, dir: string, isWeak: boolean) => void> = {
      "that others may write to": (place, _, isWeak) => chmodSync(place, isWeak ? 0o755 : 0o757),
      "that a group may write to": (place, _, isWeak) => chmodSync(place, isWeak ? 0o755 : 0o775),
      "that is a link": (place, dir, isWeak) => {
        if (isWeak) return;
        Bun.spawnSync(["mv", place, join(dir, "elsewhere")]);
        symlinkSync(join(dir, "elsewhere"), place);
      },
    };
    if (process.getuid?.() === 0)
      beside["that is another user's"] = (place, _, isWeak) => chownSync(place, isWeak ? 0 : 1, 0);
    for (const [what, arrange] of Object.entries(beside)) {
      // Without the rule it would be like a folder of the user's own.
      attack(`a folder beside the AppImage, ${what}, becomes its .${ending}`, async (isWeak) => {
        using dir = tempDir({ [`App.AppImage.${ending}/${inside}`]: secret });
        await writeImage(join(dir.path, "App.AppImage"), [file("AppRun", shows)]);
        const place = join(dir.path, `App.AppImage.${ending}`);
        arrange(place, dir.path, isWeak);
        const { status, out, err } = start(dir.path, []);
        expect([status, err.includes("nobody else can write to")]).toEqual([0, !isWeak]);
        return out;
      });
    }
  }

  test("a folder that is not the user's alone is not said to have been made", async () => {
    using dir = tempDir();
    await writeImage(join(dir.path, "App.AppImage"), [file("AppRun", shows)]);
    mkdirSync(join(dir.path, "App.AppImage.home"));
    chmodSync(join(dir.path, "App.AppImage.home"), 0o777);
    const place = join(dir.path, "App.AppImage.home");
    expect(start(dir.path, ["--appimage-portable-home"])).toEqual({
      status: 127,
      out: "",
      err: `AppImage: cannot use ${place}: Operation not permitted\n`,
    });
    expect(start(dir.path, ["--appimage-portable-config"])).toMatchObject({ status: 0, err: "" });
    expect(start(dir.path, ["--appimage-portable-config"])).toMatchObject({ status: 0, err: "" });
  });

  /**
   * Extracts an image as the start program does, or each entry by its name. The result is the list
   * of files outside after that.
   */
  const extracted = async (
    entries: readonly Entry[],
    { isWeak, more = () => {} }: { isWeak: boolean; more?: (folder: string) => void },
  ): Promise<string> => {
    using dir = tempDir({ "outside/.keep": "" });
    more(dir.path);
    if (isWeak) {
      mkdirSync(join(dir.path, "squashfs-root"), { recursive: true });
      for (const entry of entries) {
        const path = join(dir.path, "squashfs-root", entry.path);
        if (entry.kind === "link") symlinkSync(entry.to, path);
        else if (entry.kind === "file") writeFileSync(path, entry.bytes);
        else mkdirSync(path, { recursive: true });
      }
    } else {
      await writeImage(join(dir.path, "App.AppImage"), entries);
      expect(start(dir.path, ["--appimage-extract"])).toMatchObject({ status: 127 });
    }
    const outside = join(dir.path, "outside");
    return readdirSync(outside)
      .map((name) => readFileSync(join(outside, name), "utf8"))
      .join();
  };

  const folder = (path: string): Entry => ({ kind: "folder", path });
  const link = (path: string, to: string): Entry => ({ kind: "link", path, to });

  attack("an image has a link and a folder of one name, and writes through the link", (isWeak) =>
    extracted([link("x", "../outside"), folder("x"), file("x/evil")], { isWeak }),
  );

  attack("an image has a link and a file of one name, and writes through the link", (isWeak) =>
    extracted([link("x", "../outside/evil"), file("x")], { isWeak }),
  );

  attack("another user made squashfs-root before, as a link", (isWeak) =>
    extracted([file("evil")], {
      isWeak,
      more: (dir) => symlinkSync(join(dir, "outside"), join(dir, "squashfs-root")),
    }),
  );

  attack("another user made squashfs-root before, with a link in it", (isWeak) =>
    extracted([folder("usr"), file("usr/evil")], {
      isWeak,
      more: (dir) => {
        mkdirSync(join(dir, "squashfs-root"));
        symlinkSync(join(dir, "outside"), join(dir, "squashfs-root/usr"));
      },
    }),
  );

  for (const [to, at] of [
    ["/etc/passwd", "x"],
    ["..", "x"],
    ["../outside", "x"],
    ["./../outside", "x"],
    ["../../outside", "usr/x"],
    ["a/../../outside", "usr/x"],
    // If `up` leads to the top, two dots behind it also lead out.
    ["up/../outside", "usr/x"],
    ["..//..", "usr/x"],
  ] as const) {
    test(`a link to ${to} in the place of ${at} is refused`, async () => {
      using dir = tempDir();
      const entries = [folder("usr"), folder("usr/a"), link("usr/up", ".."), link(at, to)];
      await writeImage(join(dir.path, "App.AppImage"), entries);
      expect(start(dir.path, ["--appimage-extract"])).toEqual({
        status: 127,
        out: "",
        err: "AppImage: cannot read the image: the file is damaged, download it again\n",
      });
      expect(existsSync(join(dir.path, "squashfs-root"))).toBe(false);
    });
  }

  test("links within an image are extracted", async () => {
    using dir = tempDir();
    const entries = [
      ...["usr", "usr/bin", "usr/lib"].map(folder),
      file("usr/lib/app"),
      link("usr/lib/top", "../.."),
      link("AppRun", "usr/bin/app"),
      link("usr/bin/app", "../lib/./app"),
    ];
    await writeImage(join(dir.path, "App.AppImage"), entries);
    expect(start(dir.path, ["--appimage-extract"])).toMatchObject({ status: 0, err: "" });
    expect(readFileSync(join(dir.path, "squashfs-root/AppRun"), "utf8")).toBe(secret);
  });
}
