import { expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { staysOut } from "../../../src/contract/page/page-path.ts";
import { findPageFiles, type PageFilesOptions } from "../../../src/cli/build/pages/page-files.ts";
import { findSecret, findSecretOfFile } from "../../../src/cli/build/signing/secrets.ts";
import { generateKeys } from "../../../src/cli/signer/minisign.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

/** The result for a folder. Its own path is left out of the problems. */
function look(
  files: Readonly<Record<string, string>>,
  { links = {}, ...options }: Partial<PageFilesOptions> & { links?: Record<string, string> } = {},
) {
  using dir = tempDir(files);
  for (const [path, target] of Object.entries(links))
    symlinkSync(target, join(dir.path, "dist", path));
  const found = findPageFiles(
    { kind: "folder", folder: join(dir.path, "dist") },
    { keepSourceMaps: false, pages: [], ...options },
  );
  return {
    files: found.files.map(({ path }) => path),
    leftOut: Object.fromEntries(found.leftOut),
    problems: found.problems.map((problem) => problem.replaceAll(`${dir.path}/`, "")),
  };
}

test("all files are taken in, sorted, but source maps and dot files that are no part of a page", () => {
  const files = {
    "dist/z.js": "",
    "dist/a/b.css": "",
    "dist/index.html": "",
    "dist/z.js.map": "{}",
    "dist/.well-known/security.txt": "",
    "dist/a/.nojekyll": "",
    "dist/.DS_Store": "",
    "dist/.git/config": "",
    "dist/.gitkeep": "",
    "dist/a/.index.html.swp": "",
    "dist/.npmrc": "",
    "dist/.env.example": "",
  };
  expect(look(files)).toEqual({
    files: [".well-known/security.txt", "a/.nojekyll", "a/b.css", "index.html", "z.js"],
    leftOut: {
      "dot files": [
        ".DS_Store",
        ".env.example",
        ".git/",
        ".gitkeep",
        ".npmrc",
        "a/.index.html.swp",
      ],
      "source maps": ["z.js.map"],
    },
    problems: [],
  });
  expect(look(files, { keepSourceMaps: true }).files).toContain("z.js.map");
});

test("other names by which Windows opens an excluded file stay out as well", () => {
  const names = [
    ".env::$DATA",
    ".env:other",
    "a/.env.",
    ".git. /config",
    ".DS_Store ",
    "a\\.npmrc::$data",
  ];
  expect(names.filter((name) => !staysOut(name))).toEqual([]);
  expect(staysOut(".well-known/a.:b")).toBe(false);
});

test("files that programs and systems leave beside a page stay out, and files with similar names do not", () => {
  const names =
    `.git .gitignore .git-credentials .hg .svn .bzr .cvs .jj .DS_Store .AppleDouble .LSOverride .localized .fseventsd
    .directory .hidden .__x .Spotlight-V100 .Trashes .Trash-1000 .nfs0001 .fuse_hidden0001 .idea .vscode .vs .zed .fleet
    .editorconfig .project .classpath .settings .#a .a.swp .npmrc .npmignore .yarn .yarnrc.yml .pnp.cjs .pnpmfile.cjs .nvmrc
    .node-version .bunfig .eslintrc.json .prettierrc .stylelintrc .babelrc .swcrc .browserslistrc .tsbuildinfo .cache
    .parcel-cache .turbo .nx .dockerignore .github .gitlab-ci.yml .circleci .travis.yml .env .env.local .netrc .pgpass
    .htpasswd .aws .ssh .gnupg .azure .kube .docker .pypirc .bash_history .my-secrets .credentials .passwords .private
    .token`.split(/\s+/);
  expect(names.filter((name) => !staysOut(name))).toEqual([]);
  expect(names.filter((name) => !staysOut(`a/${name}/b`))).toEqual([]);
  const others =
    ".well-known .nojekyll .htaccess .git0 .environment .dockers .nxx a.git a.env aws .swp.a".split(
      " ",
    );
  expect(others.filter(staysOut)).toEqual([]);
});

test("a project's own folders, environment files and missing pages are problems", () => {
  expect(look({ "dist/node_modules/a.js": "", "dist/src-framework/b.ts": "" }).problems).toEqual([
    'Cannot pack "dist": it holds "node_modules" and "src-framework", so it is the folder of a project; name the one with the built page',
  ]);
  expect(look({ "dist/.env": "A=1", "dist/sub/.env.production": "A=1" }).problems).toEqual([
    'Cannot ship "dist/.env": it is an environment file; take it out of the folder',
    'Cannot ship "dist/sub/.env.production": it is an environment file; take it out of the folder',
  ]);
  expect(look({ "dist/about.html": "" }, { pages: ["index.html", "about"] }).problems).toEqual([
    'Cannot find "index.html", which a window opens, in "dist", which build.distDir names: a front end that is made for a server has to be built as files first, see docs/front-ends.md',
  ]);
  const around = {
    "dist/notes/browser/index.html": "",
    "dist/notes/browser/de/legal/index.html": "",
  };
  expect(look(around, { pages: ["index.html"] }).problems).toEqual([
    'Cannot find "index.html", which a window opens, in "dist", which build.distDir names: it is in "notes/browser" below',
  ]);
  using dir = tempDir({ "about.html": "" });
  const list = { kind: "files", files: [join(dir.path, "about.html")] } as const;
  expect(findPageFiles(list, { keepSourceMaps: false, pages: ["index.html"] }).problems).toEqual([
    'Cannot find "index.html", which a window opens, among the files of build.distDir: add it to the list',
  ]);
  expect(look({ "elsewhere/a": "" }).problems).toEqual([
    'Cannot read build.distDir "dist": it must be a folder; does build.beforeBuildCommand make it, and is the path relative to the configuration file?',
  ]);
});

test("a route needs the page that it falls back to, and only what looks like a file must be there", () => {
  const pages = ["users/ada", "docs/", "about", "releases/v1.2/", "pictures/cat.png"];
  const missing = (page: string) =>
    `Cannot find "${page}", which a window opens, in "dist", which build.distDir names`;
  expect(look({ "dist/index.html": "", "dist/pictures/cat.png": "" }, { pages }).problems).toEqual(
    [],
  );
  expect(look({ "dist/index.html": "" }, { pages }).problems).toEqual([
    missing("pictures/cat.png"),
  ]);
  expect(look({ "dist/about.html": "" }, { pages: ["about", "users/ada"] }).problems).toEqual([
    'Cannot find "index.html", which the window of "users/ada" shows, in "dist", which build.distDir names: a front end that is made for a server has to be built as files first, see docs/front-ends.md',
  ]);
});

test("a page whose scripts no engine runs as they are is a problem, and only where a window shows it", () => {
  const pages = ["index.html", "about"];
  const files = (html: string) => ({
    "dist/index.html": html,
    "dist/about.html": "",
    "dist/a.ts": "",
  });
  const problems = (html: string, others = {}) =>
    look({ ...files(html), ...others }, { pages }).problems;
  const wanted = (page: string, scripts: string) =>
    `Cannot pack "dist/${page}": its script ${scripts} must be compiled; have build.beforeBuildCommand do it, ` +
    'as "bun build page/index.html --outdir dist" does, and name that folder as build.distDir';
  expect(
    problems('<script type=module src=a.ts></script><SCRIPT SRC=" ./b.jsx?v=1 "></SCRIPT>'),
  ).toEqual([wanted("index.html", '"a.ts", "./b.jsx?v=1"')]);
  expect(problems("", { "dist/about.html": "<script src=/c.tsx>" })).toEqual([
    wanted("about.html", '"/c.tsx"'),
  ]);
  expect(problems("", { "dist/notes/example.html": "<script src=c.ts>" })).toEqual([]);
  for (const harmless of [
    "<script src=a.js></script>",
    "<script src=https://example.org/a.ts></script>",
    '<script type="text/babel" src="a.jsx"></script>',
    "<!-- <script src=a.ts></script> -->",
  ])
    expect(problems(harmless)).toEqual([]);
});

test("links inside the folder are followed, and those that leave it are refused", () => {
  const files = { "dist/index.html": "", "dist/a/b.txt": "", "secret.txt": "", "other/c.txt": "" };
  expect(look(files, { links: { "c.txt": "a/b.txt", d: "a" } })).toMatchObject({
    files: ["a/b.txt", "c.txt", "d/b.txt", "index.html"],
    problems: [],
  });
  const links = { "out.txt": "../secret.txt", other: "../other", loop: ".", lost: "nowhere" };
  expect(look(files, { links }).problems.sort()).toEqual([
    'Cannot pack "dist/loop": the link leads to a folder around it',
    'Cannot pack "dist/lost": the link leads nowhere',
    'Cannot pack "dist/other": the link leads out of the folder, to "other"',
    'Cannot pack "dist/out.txt": the link leads out of the folder, to "secret.txt"',
  ]);
});

test("a file whose name is not UTF-8 is refused, and not taken for something else", () => {
  using dir = tempDir({ "index.html": "" });
  writeFileSync(Buffer.from(`${dir.path}/\xff.txt`, "latin1"), "");
  symlinkSync("index.html", Buffer.from(`${dir.path}/\xfe.txt`, "latin1"));
  const options = { keepSourceMaps: false, pages: [] };
  const { problems } = findPageFiles({ kind: "folder", folder: dir.path }, options);
  expect([...new Set(problems)]).toEqual([
    `Cannot pack "${dir.path}/\ufffd.txt": its name is not UTF-8; rename it`,
  ]);
});

test("a list puts its files at the root, and each name once", () => {
  using dir = tempDir({
    "a/x.js": "",
    "b/x.js": "",
    "c.js": "",
    ".htaccess": "",
    ".npmrc": "",
    ".env": "",
  });
  const at = (path: string) => join(dir.path, path);
  const options = { keepSourceMaps: false, pages: [] };
  const find = (...files: string[]) =>
    findPageFiles({ kind: "files", files: files.map(at) }, options);
  expect(find("a/x.js", "c.js").files).toEqual([
    { source: at("a/x.js"), path: "x.js" },
    { source: at("c.js"), path: "c.js" },
  ]);
  // A named file is wanted, whatever its name is.
  expect(find(".htaccess", ".npmrc").files.map(({ path }) => path)).toEqual([
    ".htaccess",
    ".npmrc",
  ]);
  expect(find(".env").problems).toEqual([
    `Cannot ship "${at(".env")}": it is an environment file; take it out of the folder`,
  ]);
  expect(find("a/x.js", "b/x.js", "gone").problems).toEqual([
    `Cannot pack "${at("b/x.js")}" and "${at("a/x.js")}" both as "x.js": give one another name`,
    `Cannot read "${at("gone")}": it must be a file`,
  ]);
});

const body = "A".repeat(64);

test("secrets are found by what a file holds", () => {
  const { secretKey, publicKey } = generateKeys(null);
  const plain = Buffer.from(secretKey, "base64").toString();
  const cases: readonly [text: string, found: string | null][] = [
    [`x\n-----BEGIN PRIVATE KEY-----\n${body}\n`, "a private key"],
    [`const k = "-----BEGIN RSA PRIVATE KEY-----\\n${body}"`, "a private key"],
    [`-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${body}`, "a private key"],
    [`-----BEGIN OPENSSH PRIVATE KEY-----\n${body}`, "a private key"],
    // A library that reads such keys only names them.
    ['text.startsWith("-----BEGIN PRIVATE KEY-----")', null],
    [`-----BEGIN PUBLIC KEY-----\n${body}`, null],
    [plain, "a secret key for signing"],
    [secretKey, "a secret key for signing"],
    [`const key = "${secretKey}";`, "a secret key for signing"],
    [publicKey, null],
    ["", null],
  ];
  for (const [text, found] of cases)
    expect([text, findSecret(Buffer.from(text), {})]).toEqual([text, found]);
});

test("a secret is found wherever it lies in a large file", () => {
  using dir = tempDir();
  const path = join(dir.path, "video.mp4");
  const window = 8 << 20;
  const key = `-----BEGIN PRIVATE KEY-----\n${body}\n`;
  for (const at of [window - 30, window + 4096 - 30, 2 * window + 1, 3 * window - key.length]) {
    const content = Buffer.alloc(3 * window, 1);
    content.write(key, at);
    writeFileSync(path, content);
    expect([at, findSecretOfFile(path, {})]).toEqual([at, "a private key"]);
  }
  writeFileSync(path, Buffer.alloc(3 * window, 1));
  expect(findSecretOfFile(path, {})).toBeNull();
});

test("the value of the builder's own key and password is found", () => {
  const environment = { FRAMEWORK_PRIVATE_KEY: "/home/me/my.key", FRAMEWORK_KEY_PASSWORD: "short" };
  expect(findSecret(Buffer.from('{env:"/home/me/my.key"}'), environment)).toBe(
    "the value of FRAMEWORK_PRIVATE_KEY",
  );
  expect(findSecret(Buffer.from("short"), environment)).toBeNull();
});
