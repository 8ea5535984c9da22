import { expect } from "bun:test";
import { bringForward } from "../../src/app/opening/front.ts";
import { defineApp, type App, type Opened } from "../../src/app/index.ts";
import type { AuthorConfig } from "../support/config.ts";
import { here, testOnEach, testWithout } from "../support/each-system.ts";
import { startInMemory, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { rejection, startWithApi, type ApiApp } from "../support/page-api.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

type Cli = NonNullable<NonNullable<AuthorConfig["framework"]>["cli"]>;

interface OpeningOptions extends Pick<MemoryAppOptions, "arguments" | "workingFolder"> {
  readonly cli?: Cli;
  readonly setup?: (app: App) => void;
  readonly allow?: readonly string[];
}

const allow = ["app.open", "fs.readFile"];

/** An app that opens addresses of `notes:`. */
function start({ cli, setup = () => {}, ...options }: OpeningOptions): Promise<ApiApp> {
  return startWithApi({
    allow,
    ...options,
    definition: defineApp({ setup: (app) => setup(app as App) }),
    config: {
      framework: {
        bundle: { identifier: "org.example.memory", urlSchemes: ["notes"] },
        ...(cli !== undefined && { cli }),
      },
    },
  });
}

/** The page's result for files: the content, or the code of the refusal. */
const read = ({ api }: ApiApp, ...paths: string[]): Promise<string[]> =>
  Promise.all(
    paths.map((path) => api.fs.readTextFile(path).catch((error: { code: string }) => error.code)),
  );

/** Another start of the app, or the system, as the ui thread tells of it. */
function open({ app }: ApiApp, ...names: string[]): void {
  const args = names;
  app.services.openings.open({ args, cwd: here(process.cwd()), names, isAddress: false });
}

testOnEach("arguments arrive as they were typed, with the folder they were typed in", async () => {
  using dir = tempDir({ "a.md": "", "-b.md": "", sub: "" });
  const workingFolder = here(dir.path);
  const typed = ["--theme", "a.md", "word", "notes:new?title=x", "-b.md", "a.md", "--", "-b.md"];
  using started = await start({ arguments: typed, workingFolder });
  expect(await started.api.app.getStart()).toEqual({
    args: typed,
    cwd: workingFolder,
    matches: null,
    files: [here(dir.path, "a.md"), here(dir.path, "-b.md")],
    urls: ["notes:new?title=x"],
    first: true,
  });
});

testOnEach("own code and pages get the same start", async () => {
  using dir = tempDir({ "a.md": "" });
  let app: App | undefined;
  using started = await start({ arguments: [here(dir.path, "a.md")], setup: (own) => (app = own) });
  expect(await started.api.app.getStart()).toEqual(app?.start as never);
});

testOnEach(
  "a file that the user opens can be read, its neighbour cannot; a folder with what is in it",
  async () => {
    using dir = tempDir({
      "a.md": "opened",
      "b.md": "not",
      "folder/c.md": "in it",
      "folder/deep/d.md": "deep",
    });
    const path = (name: string): string => here(dir.path, name);
    using started = await start({ arguments: [path("a.md"), path("folder")] });
    const files = ["a.md", "b.md", "folder/c.md", "folder/deep/d.md"].map(path);
    expect(await read(started, ...files)).toEqual(Array.from(files, () => "out-of-scope"));
    await started.api.app.getStart();
    expect(await read(started, ...files)).toEqual([
      "opened",
      "out-of-scope",
      "in it",
      "out-of-scope",
    ]);
  },
);

testOnEach("an app that does not ask is given nothing", async () => {
  using dir = tempDir({ "a.md": "" });
  using started = await start({ arguments: [here(dir.path, "a.md")], allow: ["fs.readFile"] });
  open(started, here(dir.path, "a.md"));
  expect(started.app.services.grants.list()).toEqual([]);
  for (const call of [started.api.app.getStart(), started.api.app.onOpen(() => {})])
    expect(await rejection(call)).toMatch(/^not-allowed: .*framework\.allowlist\.app\.open/);
  await started.app.page.invoke("app.getName", {});
});

testOnEach("of a command line that is described only positional values are opened", async () => {
  using dir = tempDir({ "a.md": "", "config.json": "", "sub.md": "" });
  const cli: Cli = {
    args: [
      { name: "config", takesValue: true },
      { name: "file", index: 1, takesValue: true },
    ],
    subcommands: { show: { args: [{ name: "what", index: 1, takesValue: true, multiple: true }] } },
  };
  const files = async (...typed: string[]) => {
    using started = await start({ arguments: typed, workingFolder: here(dir.path), cli });
    const { files: opened, matches } = await started.api.app.getStart();
    expect(matches).not.toBeNull();
    return opened;
  };
  expect(await files("--config", "config.json", "a.md")).toEqual([here(dir.path, "a.md")]);
  expect(await files("show", "a.md", "sub.md")).toEqual([
    here(dir.path, "a.md"),
    here(dir.path, "sub.md"),
  ]);
});

testOnEach(
  "a file or link that a desktop hands over is no argument, and a command line that expects none takes it",
  async () => {
    using dir = tempDir({ "--help": "", "a b.md": "" });
    const names = [
      "--help",
      Bun.pathToFileURL(`${dir.path}/a b.md`).href,
      "notes:x",
      "--version",
      "gone.md",
    ];
    const address = (name: string): string =>
      here("/") === "/" ? name : name.replace("file:///", "file:///C:/");
    using started = await start({
      arguments: ["--framework-open", ...names.map(address)],
      workingFolder: here(dir.path),
      cli: { args: [{ name: "flag" }] },
    });
    expect(await started.api.app.getStart()).toMatchObject({
      args: [],
      files: [here(dir.path, "--help"), here(dir.path, "a b.md")],
      urls: ["notes:x"],
    });
  },
);

testOnEach("files and links opened later reach own code and every page that listens", async () => {
  using dir = tempDir({ "a.md": "opened" });
  const own: Opened[] = [];
  const reported: Opened[] = [];
  using started = await start({ setup: (app) => void app.onOpen((opened) => own.push(opened)) });
  const unlisten = await started.api.app.onOpen((opened) => reported.push(opened));
  open(started, here(dir.path, "a.md"), "notes:1");
  const wanted = { files: [here(dir.path, "a.md")], urls: ["notes:1"], cwd: here(process.cwd()) };
  await waitFor("the page's report", () => reported.length > 0);
  expect([own, reported]).toMatchObject([[wanted], [wanted]]);
  expect(await read(started, here(dir.path, "a.md"))).toEqual(["opened"]);
  unlisten();
  await started.app.page.invoke("app.getName", {});
  open(started, "notes:2");
  await started.app.page.invoke("app.getName", {});
  expect([own.length, reported.length]).toEqual([2, 1]);
});

testOnEach("openings wait for their first listener", async () => {
  let app: App | undefined;
  using started = await start({ setup: (own) => (app = own) });
  open(started, "notes:1");
  open(started, "notes:2");
  const reported: string[] = [];
  await started.api.app.onOpen(({ urls }) => void reported.push(...urls));
  await started.api.app.onOpen(({ urls }) => void reported.push(`again ${urls.join()}`));
  expect(reported).toEqual(["notes:1", "notes:2"]);
  const own: string[] = [];
  const end = app?.onOpen(({ urls }) => void own.push(...urls));
  await Promise.resolve();
  expect(own).toEqual(["notes:1", "notes:2"]);
  end?.();
});

testOnEach("a handler that fails for one opening loses no other, earlier or later", async () => {
  using started = await start({});
  open(started, "notes:1");
  open(started, "notes:2");
  const reported: string[] = [];
  await started.api.app.onOpen(({ urls }) => {
    reported.push(...urls);
    if (urls.includes("notes:1")) throw new RangeError("in the handler");
  });
  open(started, "notes:3");
  await waitFor("the last one", () => reported.includes("notes:3"));
  expect(reported).toEqual(["notes:1", "notes:2", "notes:3"]);
  expect(started.app.page.errors).toEqual([new RangeError("in the handler")]);
});

testWithout(["linux", "windows"], "no event of the system opens anything there")(
  "files that Finder hands over before the app's own code runs belong to the start, and links to onOpen",
  async () => {
    using dir = tempDir({ "a b.md": "" });
    const urls: string[] = [];
    using started = await start({
      setup: (app) => void app.onOpen((opened) => urls.push(...opened.urls)),
    });
    const { openings } = started.app.services;
    openings.openAddresses([Bun.pathToFileURL(`${dir.path}/a b.md`).href, "notes:1"]);
    expect(urls).toEqual(["notes:1"]);
  },
);

testOnEach("an app for files of any type gets them as files, and mail as an address", async () => {
  using dir = tempDir({ "a.md": "" });
  const address = Bun.pathToFileURL(`${dir.path}/a.md`).href;
  const file = here("/") === "/" ? address : address.replace("file:///", "file:///C:/");
  using started = await startWithApi({
    allow,
    arguments: ["--framework-open", file, "mailto:ada@example.org?subject=a%20b"],
    config: {
      framework: {
        bundle: { identifier: "org.example.memory", reservedUrlSchemes: ["file", "mailto"] },
      },
    },
  });
  expect(await started.api.app.getStart()).toMatchObject({
    files: [here(dir.path, "a.md")],
    urls: ["mailto:ada@example.org?subject=a%20b"],
  });
});

testOnEach(
  "addresses of other schemes are none, and what no address holds is refused",
  async () => {
    const names = [
      "http://example.com/",
      "notes2:x",
      "note:x",
      "notes",
      "notes:a\nb",
      "notes:a b",
      "notes:a\0",
      `notes:${"x".repeat(40_000)}`,
      "file://server/share/a.md",
      "NOTES:upper",
      "notes:\ud800",
    ];
    using started = await start({ arguments: ["--framework-open", ...names] });
    expect(await started.api.app.getStart()).toMatchObject({ files: [], urls: ["notes:upper"] });
  },
);

/** The calls that bring an app with these windows to the front. */
async function broughtForward(
  windows: Readonly<Record<string, { readonly visible?: boolean }>>,
  change: (app: Awaited<ReturnType<typeof startInMemory>>["platform"]) => void,
  token: string | null = null,
): Promise<unknown> {
  const framework = {
    bundle: { identifier: "org.example.memory" },
    windows: Object.entries(windows).map(([label, more]) => ({ label, focus: false, ...more })),
  };
  using app = await startInMemory({ config: { framework } });
  change(app.platform);
  await Bun.sleep(0);
  app.platform.recorded.length = 0;
  await bringForward(app.services, token);
  return app.platform.recorded.flatMap(({ call, args }) => {
    if (call === "window.useActivation") return [[args.window, args.token]];
    return call === "window.apply" ? [[args.window, args.operation.name]] : [];
  });
}

testOnEach(
  "another start brings the window to the front that was used last, for the wish of its user",
  async () => {
    const both = { main: {}, notes: {} };
    expect(
      await broughtForward(both, (app) => app.change("notes", { isFocused: true }), "token"),
    ).toEqual([
      ["notes", "token"],
      ["notes", "setFocus"],
    ]);
    expect(await broughtForward(both, () => {})).toEqual([["main", "setFocus"]]);
  },
);

testOnEach(
  "a window that is hidden stays so while another can be seen, and is shown where none can",
  async () => {
    const hideNotes = { main: {}, notes: { visible: false } };
    expect(await broughtForward(hideNotes, () => {})).toEqual([["main", "setFocus"]]);
    const all = { main: { visible: false }, notes: { visible: false } };
    expect(await broughtForward(all, () => {})).toEqual([
      ["main", "show"],
      ["main", "setFocus"],
    ]);
    expect(
      await broughtForward({ main: {} }, (app) => app.change("main", { isMinimized: true })),
    ).toEqual([
      ["main", "unminimize"],
      ["main", "setFocus"],
    ]);
  },
);

testOnEach("an app without windows has nothing to bring forward", async () => {
  expect(await broughtForward({}, () => {})).toEqual([]);
});
