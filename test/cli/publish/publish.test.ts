import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseRelease } from "../../../src/app/updater/check/release.ts";
import { PublishedProject } from "./published-project.ts";

/** All files below a folder, with "/" between names. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/** Publishes to the folder `site`, which has to succeed. */
async function publish(project: PublishedProject, ...args: string[]): Promise<string> {
  const { code, err, out } = await project.publish(["--to", "site", ...args]);
  expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("Cannot") });
  return out;
}

/** The feed of a channel for an app on Linux. */
function offered(project: PublishedProject, channel = "stable") {
  const path = `${channel}/linux-x86_64.json`;
  const text = readFileSync(join(project.path, "site", path), "utf8");
  return parseRelease(text, `https://example.com/notes/${path}`, "linux-x86_64");
}

test("a folder gets all files of the version, and the feed at the endpoint's path leads to them", async () => {
  using project = new PublishedProject();
  project.build("1.2.0");
  const out = await publish(project, "--notes", "Faster");
  const folder = "releases/1.2.0/";
  const files = [
    `${folder}linux-x86_64.feed.json`,
    `${folder}notes_1.2.0_amd64.deb`,
    `${folder}notes_1.2.0_x86_64.AppImage`,
    `${folder}notes_1.2.0_x86_64.AppImage.index`,
    `${folder}notes_1.2.0_x86_64.AppImage.tar.gz`,
    "stable/linux-x86_64.json",
  ];
  expect(filesIn(join(project.path, "site"))).toEqual(files);
  for (const path of files) expect(out).toContain(`  ${path}\n`);
  const address = `https://example.com/notes/${folder}notes_1.2.0_x86_64.AppImage`;
  expect(offered(project)).toEqual({
    version: "1.2.0",
    date: "2026-01-31T12:00:00.000Z",
    notes: "Faster",
    rollout: null,
    url: `${address}.tar.gz`,
    signature: "signed 1.2.0",
    chunks: { url: address, index: `${address}.index`, signature: "signed index" },
  });
});

test("a roll-out begins with some, and is raised without a build", async () => {
  using project = new PublishedProject();
  project.build("1.2.0");
  await publish(project, "--rollout", "25", "--notes", "Faster");
  expect(offered(project)).toMatchObject({ rollout: 25, notes: "Faster" });
  using machine = new PublishedProject();
  const to = join(project.path, "site");
  expect(await machine.publish(["--to", to, "--release", "1.2.0"])).toMatchObject({ code: 0 });
  expect(offered(project)).toMatchObject({ version: "1.2.0", rollout: null, notes: "Faster" });
});

test("notes may be empty, or the name of a folder", async () => {
  using project = new PublishedProject();
  project.build("1.2.0");
  const to = ["--to", "site"];
  for (const notes of ["src-framework", "n".repeat(300), ""]) {
    expect(await project.publish([...to, "--notes", notes])).toMatchObject({ code: 0 });
    expect(offered(project).notes).toBe(notes);
  }
  await publish(project, "--notes", "Slower");
  await publish(project, "--release", "1.2.0", "--notes", "");
  expect(offered(project).notes).toBe("");
});

test("a version is rolled back to one that was published before", async () => {
  using project = new PublishedProject();
  project.build("1.1.0");
  await publish(project, "--config", '{"package": {"version": "1.1.0"}}');
  project.build("1.2.0");
  await publish(project);
  expect(offered(project).version).toBe("1.2.0");
  await publish(project, "--release", "1.1.0");
  const { version, url } = offered(project);
  expect({ version, url }).toEqual({
    version: "1.1.0",
    url: "https://example.com/notes/releases/1.1.0/notes_1.1.0_x86_64.AppImage.tar.gz",
  });
  expect((await project.publish(["--to", "site", "--release", "1.0.0"])).err).toContain(
    'Cannot offer version "1.0.0": it was not published to ',
  );
});

test("channels have feeds of their own", async () => {
  using project = new PublishedProject();
  project.build("1.1.0");
  await publish(
    project,
    "--config",
    '{"package": {"version": "1.1.0"}}',
    "--channel",
    "stable,beta",
  );
  project.build("1.2.0");
  await publish(project, "--channel", "beta");
  expect([offered(project, "stable").version, offered(project, "beta").version]).toEqual([
    "1.1.0",
    "1.2.0",
  ]);
});

test("systems that share a feed are merged, also when other machines have built them", async () => {
  const endpoint = "https://example.com/notes/latest.json";
  using linux = new PublishedProject(endpoint);
  linux.build("1.2.0");
  await publish(linux);
  using windows = new PublishedProject(endpoint);
  windows.build("1.2.0", { platform: "windows-x86_64" });
  const site = join(linux.path, "site");
  expect(await windows.publish(["--to", site])).toMatchObject({ code: 0 });
  const { platforms } = JSON.parse(readFileSync(join(site, "latest.json"), "utf8"));
  expect(Object.keys(platforms)).toEqual(["linux-x86_64", "windows-x86_64"]);
  expect(platforms["windows-x86_64"].url).toBe("releases/1.2.0/notes_1.2.0_x64-setup.nsis.zip");
});

test("another build of a published version is refused, the same one is taken", async () => {
  using project = new PublishedProject();
  project.build("1.2.0");
  await publish(project);
  await publish(project);
  project.build("1.2.0", { signature: "signed anew" });
  expect(await project.publish(["--to", "site"])).toMatchObject({
    code: 1,
    err: 'Cannot publish version "1.2.0" for linux-x86_64: another build of it is published; raise package.version\n',
  });
  expect(offered(project).signature).toBe("signed 1.2.0");
});

test("a dry run writes nothing and says what would be written", async () => {
  using project = new PublishedProject();
  project.build("1.2.0");
  const out = JSON.parse(await publish(project, "--dry-run", "--json"));
  expect(out).toMatchObject({ version: "1.2.0" });
  expect(Object.keys(out.feeds)).toEqual([
    "releases/1.2.0/linux-x86_64.feed.json",
    "stable/linux-x86_64.json",
  ]);
  expect(existsSync(join(project.path, "site"))).toBe(false);
});

test("a feed whose version leads elsewhere is refused", async () => {
  using project = new PublishedProject();
  project.build("1.2.0");
  await publish(project);
  const path = join(project.path, "site/releases/1.2.0/linux-x86_64.feed.json");
  const feed = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...feed, version: "../../../elsewhere" }));
  expect(await project.publish(["--to", "site", "--release", "1.2.0"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("it must be one that the tool has written"),
  });
});

const fixed = "https://example.com/feed.json";
for (const [what, args, says, endpoint] of [
  [
    "no destination",
    [],
    "--to wants a folder, user@host:/folder, s3://bucket/folder or github:owner/name",
  ],
  ["an unknown destination", ["--to", "ftp://x/y"], 'Cannot publish to "ftp://x/y": want a folder'],
  ["GitHub without a token", ["--to", "github:a/b"], "set GITHUB_TOKEN to a token"],
  ["a percentage above all", ["--to", "site", "--rollout", "101"], 'Cannot roll out to "101"'],
  [
    "a version that is a path",
    ["--to", "site", "--release", "../x"],
    'Cannot offer version "../x"',
  ],
  ["a channel with a slash", ["--to", "site", "--channel", "../x"], 'on the channel "../x"'],
  [
    "a channel that no endpoint names",
    ["--to", "site", "--channel", "beta"],
    "must name {{channel}}",
    fixed,
  ],
  [
    "an endpoint that a program answers",
    ["--to", "site"],
    "must be the address of a file",
    "https://example.com/{{current_version}}",
  ],
  [
    "a version that was not built",
    ["--to", "site"],
    'Cannot publish version "1.2.0": no signed update of it is in',
  ],
] as const) {
  test(`${what} is an error, and nothing is written`, async () => {
    using project = new PublishedProject(endpoint);
    const { code, err } = await project.publish(args);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
    expect(existsSync(join(project.path, "site"))).toBe(false);
  });
}
