import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expand, findPackageFiles, findResources } from "../../src/bundler/resources.ts";
import { filesOfIcon } from "../../src/config/rules/icons.ts";
import { resourcePath } from "../../src/contract/shipped/resource-path.ts";
import { Project, run } from "./project.ts";

type Resources = readonly string[] | Readonly<Record<string, string>> | null;

const files = {
  "app/readme.txt": "",
  "app/data/a.txt": "",
  "app/data/b.json": "",
  "app/data/sub/c.json": "",
  "app/data/.hidden": "",
  "app/[odd] name.txt": "",
  "up.txt": "",
};

/** Resources of the folder `app` → `package path ← path in the project`, or the message. */
function find(resources: Resources): string[] | string {
  using project = new Project(files);
  symlinkSync("sub", join(project.folder, "app/data/linked"));
  const folder = join(project.folder, "app");
  try {
    return findResources(folder, resources, () => undefined).map(
      ({ path, source }) => `${path} ← ${String(source).replace(`${project.folder}/`, "")}`,
    );
  } catch (error) {
    return (error as Error).message.replaceAll(`${project.folder}/`, "");
  }
}

const cases: [name: string, resources: Resources, expected: string[] | string][] = [
  ["nothing", null, []],
  ["a file keeps its path", ["data/a.txt"], ["data/a.txt ← app/data/a.txt"]],
  ["a path above the folder stays inside the package", ["../up.txt"], ["_up_/up.txt ← up.txt"]],
  ["./ is dropped", ["./readme.txt"], ["readme.txt ← app/readme.txt"]],
  [
    "a name that looks like a pattern is a name",
    ["[odd] name.txt"],
    ["[odd] name.txt ← app/[odd] name.txt"],
  ],
  [
    "a folder is taken whole, hidden files and links included",
    ["data"],
    [
      "data/.hidden ← app/data/.hidden",
      "data/a.txt ← app/data/a.txt",
      "data/b.json ← app/data/b.json",
      "data/linked/c.json ← app/data/linked/c.json",
      "data/sub/c.json ← app/data/sub/c.json",
    ],
  ],
  ["a pattern", ["data/*.json"], ["data/b.json ← app/data/b.json"]],
  [
    "a pattern that crosses folders",
    ["data/s*/**/*.json", "data/b.json"],
    ["data/b.json ← app/data/b.json", "data/sub/c.json ← app/data/sub/c.json"],
  ],
  ["a pattern above the folder", ["../*.txt"], ["_up_/up.txt ← up.txt"]],
  ["the same file twice is one", ["data/a.txt", "data/*.txt"], ["data/a.txt ← app/data/a.txt"]],
  ["a map renames a file", { "readme.txt": "docs/README" }, ["docs/README ← app/readme.txt"]],
  [
    "a final slash makes the value a folder",
    { "readme.txt": "docs/" },
    ["docs/readme.txt ← app/readme.txt"],
  ],
  ["no value is the resource folder", { "data/a.txt": "" }, ["a.txt ← app/data/a.txt"]],
  ["a dot is the resource folder", { "data/a.txt": "." }, ["a.txt ← app/data/a.txt"]],
  [
    "a map keeps the structure of a folder",
    { "data/sub": "x" },
    ["x/c.json ← app/data/sub/c.json"],
  ],
  [
    "a map keeps the structure below the fixed part of a pattern",
    { "data/**/*.json": "x" },
    [
      "x/b.json ← app/data/b.json",
      "x/linked/c.json ← app/data/linked/c.json",
      "x/sub/c.json ← app/data/sub/c.json",
    ],
  ],
  [
    "a target stays inside of the package",
    { "readme.txt": "../out.txt" },
    ["_up_/out.txt ← app/readme.txt"],
  ],
  [
    "a missing file",
    ["data/none.txt"],
    'Cannot ship "data/none.txt": no such file or folder in "app"',
  ],
  [
    "a pattern without a match",
    ["data/*.png"],
    'Cannot ship "data/*.png": the pattern must match at least one file',
  ],
  [
    "two files with one path",
    { "data/a.txt": "x", "readme.txt": "x" },
    'Cannot ship "app/readme.txt" and "app/data/a.txt" both as "x": give one of them another path',
  ],
];

describe("resources", () => {
  test.each(cases)("%s", (_, resources, expected) => {
    expect(find(resources)).toEqual(expected);
  });
});

test("a file keeps its name on the disk, also with a backslash or one that begins like a drive", () => {
  using project = new Project({ "odd/back\\slash.txt": "", "odd/c:d": "", "c:d": "" });
  const shipped = (resources: Resources): string[] =>
    findResources(project.folder, resources, () => undefined).map(({ path }) => path);
  const [backslash, drive] = ["back\\slash.txt", "c:d"];
  expect(shipped(["odd"])).toEqual([`odd/${backslash}`, `odd/${drive}`]);
  expect(shipped(["od*"])).toEqual([`odd/${backslash}`, `odd/${drive}`]);
  expect(shipped(["odd\\b*"])).toEqual([`odd/${backslash}`]);
  expect(shipped(["?:d"])).toEqual([drive]);
  expect(shipped({ odd: "x\\y", "od*/c*": "" })).toEqual([
    `odd/${drive}`,
    `x/y/${backslash}`,
    `x/y/${drive}`,
  ]);
});

test.each([
  ["a link that leads nowhere", ["-s", "nothing"], 'Cannot ship "odd/it": the link leads nowhere'],
  [
    "a link to a folder around it",
    ["-s", ".."],
    'Cannot ship "odd/it/odd": it is a link to a folder around it; name the files that are wanted instead',
  ],
  ["a pipe", null, 'Cannot ship "odd/it": it must be a file or a folder'],
] as const)(
  "%s is refused in a shipped folder, and the build does not wait for it",
  (_, link, refusal) => {
    using project = new Project({ "odd/a.txt": "" });
    const path = join(project.folder, "odd/it");
    run(link === null ? ["mkfifo", path] : ["ln", ...link, path]);
    expect(() => findResources(project.folder, ["odd"], () => undefined)).toThrow(
      refusal.replace("odd/", `${project.folder}/odd/`),
    );
  },
);

test("a file whose name is not UTF-8 is refused, and not taken for a link", () => {
  using project = new Project({ "odd/a.txt": "" });
  writeFileSync(Buffer.from(`${project.folder}/odd/\xff.txt`, "latin1"), "");
  for (const resources of [["odd"], ["odd/*"]])
    expect(() => findResources(project.folder, resources, () => undefined)).toThrow(
      `Cannot ship "${project.folder}/odd/\ufffd.txt": its name is not UTF-8; rename it`,
    );
});

test("each empty folder is named, however it was found, and nothing is shipped for it", () => {
  using project = new Project({ "data/a.txt": "", "data/sub/b.txt": "" });
  for (const path of ["data/empty", "data/sub/logs/old", "alone"])
    mkdirSync(join(project.folder, path), { recursive: true });
  const empty = (resources: Resources) => {
    const named: string[] = [];
    const found = findResources(project.folder, resources, (path) => named.push(path));
    return [found.map(({ path }) => path), named];
  };
  const files = ["data/a.txt", "data/sub/b.txt"];
  expect(empty(["data"])).toEqual([files, ["data/empty", "data/sub/logs/old"]]);
  expect(empty({ "data/": "x" })).toEqual([
    ["x/a.txt", "x/sub/b.txt"],
    ["data/empty", "data/sub/logs/old"],
  ]);
  expect(empty(["alone"])).toEqual([[], ["alone"]]);
  expect(empty(["data/sub"])).toEqual([["data/sub/b.txt"], ["data/sub/logs/old"]]);
  expect(empty(["da*"])).toEqual([files, ["data/empty", "data/sub/logs/old"]]);
  expect(empty(["data/*.txt"])).toEqual([["data/a.txt"], []]);

  const named: string[] = [];
  findPackageFiles(project.folder, { "/opt/x": "data/sub" }, (path) => named.push(path));
  expect(named).toEqual(["data/sub/logs/old"]);
});

test("icons and resources take the same files for a pattern", () => {
  using project = new Project({
    "icons/32x32.png": "",
    "icons/.b.png": "",
    "icons/[1].png": "",
    "up.png": "",
  });
  symlinkSync("icons", join(project.folder, "linked"));
  mkdirSync(join(project.folder, "app"));
  for (const [folder, pattern] of [
    [".", "icons/*.png"],
    [".", "icons\\*.png"],
    [".", "**/*.png"],
    [".", "link*/*.png"],
    [".", "icons/[1].png"],
    ["app", "../*.png"],
    ["app", "../icons/{32x32,.b}.png"],
    [".", `${project.folder}/icons/[1-9]*.png`],
  ] as const) {
    const from = join(project.folder, folder);
    const resources = expand(from, pattern).map(({ source }) => source);
    expect([pattern, filesOfIcon(from, pattern)]).toEqual([pattern, resources]);
    expect(resources.length).toBeGreaterThan(0);
  }
});

test("a pattern is not searched for outside of the project, nor through links that lead there", () => {
  using project = new Project(files);
  expect(() => expand(project.folder, "/**/*.png")).toThrow(
    'searched for in "/", outside of the project',
  );
  symlinkSync("/", join(project.folder, "app/disk"));
  expect(filesOfIcon(project.folder, "/**/*.png")).toEqual([]);
  expect(filesOfIcon(project.folder, "app/disk/**/*.png")).toEqual([]);
  expect(filesOfIcon(project.folder, "**/*.none")).toEqual([]);
  for (const pattern of ["**/*.none", "app", "app/*"])
    expect(() => expand(project.folder, pattern)).toThrow(
      'a link leads out of the project, to "/"',
    );
});

describe("the path of a resource", () => {
  const cases: [named: string, path: string][] = [
    ["a", "a"],
    ["./data/images/button.png", "data/images/button.png"],
    ["data//images/", "data/images"],
    ["a/../b", "b"],
    ["../../images/wheel.png", "_up_/_up_/images/wheel.png"],
    ["a/../../b", "_up_/b"],
    ["/home/ferris/crab.png", "_root_/home/ferris/crab.png"],
    ["/../../crab.png", "_root_/crab.png"],
    ["C:/crab.png", "_root_/crab.png"],
    ["C:\\sea\\crab.png", "_root_/sea/crab.png"],
    ["..\\crab.png", "_up_/crab.png"],
    ["", ""],
    [".", ""],
    ["..", "_up_"],
    ["/", "_root_"],
  ];
  test.each(cases)("%j stays inside of the resource folder", (named, path) => {
    expect(resourcePath(named)).toBe(path);
  });
});

test("a path of the files map is absolute, and that of a folder if it ends in a slash", () => {
  using project = new Project(files);
  const found = findPackageFiles(
    project.folder,
    { "/etc/a.conf": "up.txt", "/etc/a.d/": "up.txt", "usr/share/x/": "app/data/sub" },
    () => undefined,
  );
  expect(found.map(({ path }) => path)).toEqual([
    "etc/a.conf",
    "etc/a.d/up.txt",
    "usr/share/x/c.json",
  ]);
  for (const target of ["/", "", "../x", "a/../../x"]) {
    const find = (): unknown =>
      findPackageFiles(project.folder, { [target]: "up.txt" }, () => undefined);
    expect(find, target).toThrow('the path must name a place below "/"');
  }
});
