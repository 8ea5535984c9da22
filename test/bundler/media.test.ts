import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bundle, unmetNeeds } from "../../src/bundler/index.ts";
import { readElf } from "../../src/bundler/linux/elf.ts";
import { missingForMedia } from "../../src/bundler/linux/media-framework.ts";
import { missingTool, Project, run } from "./project.ts";

const app = { bundle: { appimage: { bundleMediaFramework: true } } };

test("media plugins of another architecture are asked for before anything is made", () => {
  using project = new Project();
  const staged = project.stage({ ...app, architecture: "arm64" });
  if (existsSync("/usr/lib/aarch64-linux-gnu/gstreamer-1.0/libgstplayback.so")) return;
  expect(unmetNeeds(staged, ["deb", "appimage"])).toEqual([
    expect.stringMatching(
      /^Cannot make "appimage": appimage\.bundleMediaFramework .* none for arm64: install /,
    ),
  ]);
});

const skip = missingTool("unsquashfs", "ldd") ?? whyNot();
function whyNot(): string | null {
  using project = new Project();
  return missingForMedia(project.stage(app));
}

describe.skipIf(skip !== null)(`media plugins (${skip ?? "found"})`, () => {
  test("find their libraries in the AppImage and everything below on the host", async () => {
    using project = new Project();
    const options = { formats: ["appimage"], outDir: project.folder, effort: "quick" } as const;
    const [made] = await bundle({ staged: project.stage(app), ...options });
    run([made?.path ?? "", "--appimage-extract"], { cwd: project.folder });
    const root = join(project.folder, "squashfs-root");
    const carried = readdirSync(join(root, "usr/lib/media"));
    expect(
      carried.filter((name) =>
        /^lib(c|glib-2.0|gstreamer-1.0|wayland-client|EGL|gtk-3)\.so/.test(name),
      ),
    ).toEqual([]);
    for (const folder of ["gstreamer-1.0", "media"]) {
      for (const name of readdirSync(join(root, "usr/lib", folder))) {
        const path = join(root, "usr/lib", folder, name);
        const needed =
          readElf(readFileSync(path))?.needed.filter((library) => carried.includes(library)) ?? [];
        // Also asks for every symbol where a library itself is complete: Debian's libtheoraenc is
        // not.
        const found = run(["ldd", ...(folder === "media" ? [] : ["-r"]), path]);
        expect(found, name).not.toMatch(/not found|undefined symbol/);
        for (const library of needed) {
          expect(found, name).toMatch(
            new RegExp(`${library.replace(/[.+]/g, "\\$&")} => ${root}/usr/lib/.*media/`),
          );
        }
      }
    }
    const out = run([made?.path ?? "", "--appimage-extract-and-run"], {
      env: { HOME: project.folder },
    });
    expect(out).toContain("greetings from");
  });
});
