import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../../src/bundler/index.ts";
import { architectures } from "../../src/contract/target.ts";
import { buildStub, missingForStubs } from "../../stub/build.ts";
import { stubFolder } from "../../stub/toolchain.ts";
import { liefProblems, missingLief } from "../support/loader/lief.ts";
import { committedPrograms } from "./committed-programs.ts";
import {
  everyFile,
  everyOption,
  expectGolden,
  missingTool,
  Project,
  run,
  type AppCase,
} from "./project.ts";
import { patience, waitFor } from "../../harness/wait.ts";

async function makeAppImage(project: Project, app: AppCase): Promise<string> {
  const options = { formats: ["appimage"], outDir: project.folder, effort: "quick" } as const;
  const [made] = await bundle({ staged: project.stage(app), ...options });
  return made?.path ?? "";
}

function canMount(): boolean {
  try {
    accessSync("/dev/fuse", constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  return (
    process.getuid?.() === 0 ||
    Bun.which("fusermount3") !== null ||
    Bun.which("fusermount") !== null
  );
}

/** The processes that a file runs in. */
function processesOf(file: string): number[] {
  const runs = (pid: number): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/exe`) === file;
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").map(Number).filter(runs);
}

/** The length of the data before the content of the first file. */
const superblock = 96;

/** Reports its start options, and ends with the requested status. */
const program = `#!/bin/sh
test -n "$WAITS" && echo waiting && read -r _
echo "arguments: $*"
test -f "$APPDIR/usr/lib/greeter/texts/a.txt" && echo "resource: $(cat "$APPDIR/usr/lib/greeter/texts/a.txt")"
echo "appimage: $APPIMAGE"
echo "folder: $OWD"
echo "appdir: $APPDIR"
exit \${STATUS:-0}
`;
const files = { "bin/app": program, "data/a.txt": "from a file\n" };
const app: AppCase = { bundle: { resources: { data: "texts" } } };

test("without an icon no AppImage is made, and none is begun", async () => {
  using project = new Project();
  await expect(makeAppImage(project, { bundle: { icon: [] } })).rejects.toThrow(
    'Cannot make "appimage": bundle.icon must name a PNG or SVG file',
  );
  expect(readdirSync(project.folder)).not.toContain("appimage");
});

const skipUnsquashfs = missingTool("unsquashfs");
test.skipIf(skipUnsquashfs !== null)(
  `every option puts its files where they belong (${skipUnsquashfs ?? "unsquashfs"})`,
  async () => {
    using project = new Project(everyFile);
    const path = await makeAppImage(project, everyOption);
    expect(path).toEndWith("/appimage/grusse-welt_2.0.0-beta.3_x86_64.AppImage");
    expect(readFileSync(path).subarray(8, 11)).toEqual(Buffer.from("AI\x02"));
    const stub = readFileSync(join(stubFolder, "appimage-x64"));
    expectGolden(
      "full.appimage-contents.golden",
      run(["unsquashfs", "-lln", "-offset", String(stub.length), path]),
    );
  },
);

const isHere = process.platform === "linux" && process.arch === "x64";
describe.skipIf(!isHere)("started on Linux, x64", () => {
  const place = mkdtempSync(join(tmpdir(), "framework-appimage-"));
  const temporary = join(place, "tmp");
  const image = join(place, "Greeter.AppImage");

  beforeAll(async () => {
    using project = new Project({ ...files });
    copyFileSync(await makeAppImage(project, app), image);
    chmodSync(image, 0o755);
    mkdirSync(temporary);
  });
  // No test leaves files behind. A mount may end a moment after its app.
  afterEach(() => untilEmpty(temporary));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  function start(arguments_: readonly string[], env: Record<string, string> = {}) {
    const { exitCode, stdout, stderr } = Bun.spawnSync([image, ...arguments_], {
      cwd: place,
      env: { ...process.env, TMPDIR: temporary, ...env },
      timeout: patience,
    });
    return { status: exitCode, out: stdout.toString(), err: stderr.toString() };
  }

  async function untilEmpty(folder: string): Promise<void> {
    await waitFor("an empty folder", () => readdirSync(folder).length === 0, {
      state: () => readdirSync(folder).join(" "),
    });
  }

  function output(appdir: RegExp, ...arguments_: string[]): RegExp {
    const lines = [
      `arguments: ${arguments_.join(" ")}`,
      "resource: from a file",
      `appimage: ${image}`,
      `folder: ${place}`,
    ];
    return new RegExp(
      `^${lines.join("\n").replaceAll(".", "\\.")}\nappdir: ${temporary}/${appdir.source}\n$`,
    );
  }

  test("passes arguments, status and variables on, and cleans up", () => {
    const { status, out } = start(["one", "--two"], { STATUS: "7" });
    expect(out).toMatch(output(/(\.mount_|appimage_)\w{6}/, "one", "--two"));
    expect(status).toBe(7);
  });

  test("runs from a temporary folder on request, by option or variable", async () => {
    for (const { status, out, err } of [
      start(["--appimage-extract-and-run", "one"], { STATUS: "3" }),
      start(["one"], { STATUS: "3", APPIMAGE_EXTRACT_AND_RUN: "1" }),
    ]) {
      expect(out).toMatch(output(/appimage_\w{6}/, "one"));
      expect({ status, err }).toEqual({ status: 3, err: "" });
      expect(readdirSync(temporary)).toEqual([]);
    }
  });

  test("the app's folder has the path that the kernel tells", () => {
    const link = join(place, "link");
    symlinkSync(temporary, link);
    for (const TMPDIR of [`${temporary}/`, link, "tmp"])
      expect(start(["one"], { TMPDIR }).out).toMatch(output(/(\.mount_|appimage_)\w{6}/, "one"));
    rmSync(link);
  });

  // The offset of the first file.
  function damagedImage(): string {
    const damaged = join(place, "damaged.AppImage");
    const bytes = readFileSync(image);
    const contents = readFileSync(join(stubFolder, "appimage-x64")).length + superblock;
    writeFileSync(damaged, bytes.fill(0x55, contents, contents + 64));
    chmodSync(damaged, 0o755);
    return damaged;
  }

  test("a failed extraction leaves nothing behind", () => {
    const { exitCode, stderr } = Bun.spawnSync([damagedImage(), "--appimage-extract-and-run"], {
      env: { ...process.env, TMPDIR: temporary },
    });
    expect(stderr.toString()).toContain("the file is damaged, download it again");
    expect(exitCode).toBe(127);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("its status reaches a parent that ignores SIGCHLD", () => {
    const ignoring = ["sh", "-c", 'trap "" CHLD; exec "$0" --appimage-extract-and-run', image];
    const { exitCode } = Bun.spawnSync(ignoring, {
      env: { ...process.env, TMPDIR: temporary, STATUS: "7" },
    });
    expect(exitCode).toBe(7);
  });

  test("it starts without standard streams", () => {
    const closing = ["sh", "-c", 'exec "$0" <&- >&- 2>&-', image];
    const { exitCode } = Bun.spawnSync(closing, {
      env: { ...process.env, TMPDIR: temporary, STATUS: "7" },
    });
    expect(exitCode).toBe(7);
  });

  const skipFuse = canMount() ? null : "needs FUSE";
  test.skipIf(skipFuse !== null)(
    `a damaged file is an error of the app's, and no mount stays (${skipFuse ?? "FUSE found"})`,
    () => {
      const { exitCode } = Bun.spawnSync([damagedImage()], {
        env: { ...process.env, TMPDIR: temporary },
        timeout: patience,
      });
      expect(exitCode).not.toBe(0);
    },
  );

  test.skipIf(skipFuse !== null)(
    `the app keeps its files when all processes with its name get SIGTERM (${skipFuse ?? "FUSE found"})`,
    async () => {
      const env = { ...process.env, TMPDIR: temporary, WAITS: "1" };
      const started = Bun.spawn([image, "one"], { env, cwd: place, stdin: "pipe", stdout: "pipe" });
      const reader = started.stdout.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toBe("waiting\n");
      const servers = processesOf(image);
      expect(servers).toHaveLength(1);
      for (const pid of servers) process.kill(pid, "SIGTERM");
      await started.stdin.write("\n");
      await started.stdin.end();
      let printed = "";
      for (let next = await reader.read(); !next.done; next = await reader.read())
        printed += new TextDecoder().decode(next.value);
      expect(printed).toMatch(output(/\.mount_\w{6}/, "one"));
    },
  );

  test.skipIf(skipFuse !== null)(`runs from a mounted folder (${skipFuse ?? "FUSE found"})`, () => {
    const { out, err } = start(["one"]);
    expect(out).toMatch(output(/\.mount_\w{6}/, "one"));
    expect(err).toBe("");
  });

  // In a namespace of its own there is a dead device where FUSE was.
  const hide = [
    "unshare",
    "--map-root-user",
    "--mount",
    "sh",
    "-c",
    'mount --bind /dev/null /dev/fuse && exec "$0" "$@"',
  ];
  const canHide = existsSync("/dev/fuse") && Bun.spawnSync([...hide, "true"]).exitCode === 0;
  test.skipIf(!canHide)(
    `runs from a temporary folder where FUSE is missing, and says so (needs unshare)`,
    () => {
      const { exitCode, stdout, stderr } = Bun.spawnSync([...hide, image, "one"], {
        cwd: place,
        env: { ...process.env, TMPDIR: temporary },
      });
      expect(stdout.toString()).toMatch(output(/appimage_\w{6}/, "one"));
      expect(stderr.toString()).toBe(
        "AppImage: FUSE is not available, running from a temporary folder\n",
      );
      expect(exitCode).toBe(0);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  test.skipIf(skipFuse !== null)("a mount ends on request", async () => {
    const mounted = Bun.spawn([image, "--appimage-mount"], {
      env: { ...process.env, TMPDIR: temporary },
      stdout: "pipe",
    });
    try {
      const folder = new TextDecoder()
        .decode((await mounted.stdout.getReader().read()).value)
        .trim();
      expect(readFileSync(join(folder, "usr/lib/greeter/texts/a.txt"), "utf8")).toBe(
        "from a file\n",
      );
      expect(readdirSync(join(folder, "usr/share")).sort()).toEqual([
        "applications",
        "icons",
        "licenses",
        "metainfo",
      ]);
    } finally {
      mounted.kill("SIGTERM");
    }
    expect(await mounted.exited).toBe(0);
  });

  test("extracts all or a part, with modes, links and times", () => {
    rmSync(join(place, "squashfs-root"), { recursive: true, force: true });
    expect(start(["--appimage-extract", "*.desktop"]).out).toBe(
      "squashfs-root/org.example.greeter.desktop\n",
    );
    expect(start(["--appimage-extract"])).toMatchObject({
      status: 127,
      err: "AppImage: cannot make squashfs-root: File exists\n",
    });
    rmSync(join(place, "squashfs-root"), { recursive: true });
    expect(start(["--appimage-extract"]).status).toBe(0);
    const listing = run(["find", "squashfs-root", "-printf", "%M %TY-%Tm-%Td %P %l\n"], {
      cwd: place,
    });
    const sorted = listing
      .split("\n")
      .filter((line) => line.startsWith("-") || line.startsWith("l"))
      .sort();
    expectGolden(
      "extracted.golden",
      `${sorted.map((line) => line.replace(/^(l\S+) \S+/, "$1")).join("\n")}\n`,
    );
  });

  test("offset, help, version and a misspelt option", () => {
    expect(start(["--appimage-offset"]).out).toBe(
      `${readFileSync(join(stubFolder, "appimage-x64")).length}\n`,
    );
    expect(start(["--appimage-version"]).out).toBe("framework AppImage stub 2\n");
    expect(start(["--appimage-help"]).err).toContain("--appimage-extract-and-run");
    expect(start(["--appimage-hlep"])).toEqual({
      status: 127,
      out: "",
      err: "AppImage: cannot understand --appimage-hlep\n",
    });
  });

  test("a home folder beside the AppImage is used", () => {
    expect(start(["--appimage-portable-home"]).out).toBe(`${image}.home\n`);
    const probe = join(place, "probe.AppImage");
    copyFileSync(image, probe);
    mkdirSync(`${probe}.config`);
    const { out } = start(["--appimage-extract-and-run"], { TARGET_APPIMAGE: probe });
    expect(out).toContain(`appimage: ${probe}\n`);
    rmSync(`${image}.home`, { recursive: true });
  });

  test("a damaged file is refused, wherever the damage is", () => {
    const bytes = readFileSync(image);
    const stub = readFileSync(join(stubFolder, "appimage-x64")).length;
    const damaged = join(place, "damaged.AppImage");
    let seed = 1;
    for (let round = 0; round < 60; round++) {
      const copy = Buffer.from(bytes);
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const hit = stub + (seed % (bytes.length - stub));
      if (round % 2 === 0) copy.fill(seed & 0xff, hit);
      else copy.writeUInt8(copy.readUInt8(hit) ^ 0x55, hit);
      writeFileSync(damaged, round % 4 === 0 ? copy.subarray(0, hit) : copy);
      chmodSync(damaged, 0o755);
      const target = join(place, "damaged-out");
      mkdirSync(target, { recursive: true });
      const { exitCode, signalCode } = Bun.spawnSync([damaged, "--appimage-extract"], {
        cwd: target,
        timeout: patience,
      });
      // Damage to the contents of a file cannot be seen in an uncompressed block; a crash would be
      // a signal.
      const isOrderly = signalCode === undefined && (exitCode === 127 || exitCode === 0);
      expect({ round, isOrderly }).toEqual({ round, isOrderly: true });
      rmSync(target, { recursive: true });
    }
  });
});

const skipArm = missingTool("qemu-aarch64-static");
test.skipIf(skipArm !== null)(
  `the stub for arm64 reads its image (${skipArm ?? "qemu-aarch64-static"})`,
  async () => {
    using project = new Project(files);
    const path = await makeAppImage(project, { ...app, architecture: "arm64" });
    expect(path).toEndWith("_aarch64.AppImage");
    run(["qemu-aarch64-static", path, "--appimage-extract"], {
      cwd: project.folder,
      env: { TARGET_APPIMAGE: path },
    });
    expect(
      readFileSync(join(project.folder, "squashfs-root/usr/lib/greeter/texts/a.txt"), "utf8"),
    ).toBe("from a file\n");
  },
);

test.skipIf(missingLief !== null)(
  `Linux loads an AppImage of each processor (${missingLief ?? "by LIEF"})`,
  async () => {
    using project = new Project(files);
    const paths: string[] = [];
    for (const architecture of architectures)
      paths.push(await makeAppImage(project, { ...app, architecture }));
    expect(liefProblems("ELF", ...paths)).toEqual(["", ""]);
    const cut = join(project.folder, "cut");
    writeFileSync(cut, readFileSync(paths[0] ?? "").subarray(0, 2000));
    expect(liefProblems("ELF", cut)).not.toEqual([""]);
  },
);

committedPrograms("programs of AppImages", {
  kinds: architectures,
  folder: stubFolder,
  build: buildStub,
  missing: missingForStubs(),
});
