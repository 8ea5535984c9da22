// Attacks on the scope of files: published holes of this class of frameworks, by their numbers.

import { spyOn } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { FsScope } from "../../src/app/scope/fs.ts";
import { Grants } from "../../src/app/scope/grants/grants.ts";
import { openerOf, openFile } from "../../src/app/scope/open/open-checked.ts";
import { Handle } from "../../src/app/scope/open/open-handle.ts";
import { problemOf } from "../../src/app/paths/path-problem.ts";
import { fsFixture, type FsFixture } from "../scope/fs-fixture.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";
import { weakOpener } from "./weak-opener.ts";
import { systemDisk } from "../../src/app/scope/open/disk.ts";

/** Takes the scope away: whatever is there may be reached. */
function weaken({ context, grants }: FsFixture): void {
  const everything = new FsScope({
    scope: { allow: ["/**"], requireLiteralLeadingDot: false },
    folders: context.services.baseDirectories,
    grants,
    denied: [],
    system: "linux",
    disk: systemDisk,
  });
  Object.assign(context.services, { fsScope: everything });
}

const links = ["open/a", "closed/the secret", "open/link -> ../closed"];

attack(
  "CVE-2022-39215: a listing with everything below follows a link out of the scope",
  async (isWeak) => {
    using app = fsFixture(links, ["~/open/**"]);
    if (isWeak) weaken(app);
    return [
      await app.run("fs.readDir", { path: app.at("open"), options: { recursive: true } }),
      await app.run("fs.readDir", { path: app.at("open/link") }),
    ];
  },
);

attack("CVE-2022-41874: a chosen file's name is taken as a pattern", async (isWeak) => {
  using app = fsFixture({ "[ab].txt": "chosen", "a.txt": secret }, []);
  using find = spyOn(Grants.prototype, "find");
  if (isWeak) {
    find.mockImplementation(
      ({ text }) => app.grants.list().find(({ path }) => new Bun.Glob(path).match(text)) ?? null,
    );
  }
  app.grants.allowFile(app.at("[ab].txt"));
  return await app.run("fs.readTextFile", { path: app.at("a.txt") });
});

attack("CVE-2022-46171: a star crosses folders and reads hidden ones", async (isWeak) => {
  using app = fsFixture({ ".ssh/id.key": secret, "sub/id.key": secret }, ["~/*.key"]);
  if (isWeak) weaken(app);
  return [
    await app.run("fs.readTextFile", { path: app.at(".ssh/id.key") }),
    await app.run("fs.readTextFile", { path: app.at("sub/id.key") }),
  ];
});

attack("CVE-2023-34460: hidden files are read although nothing names them", async (isWeak) => {
  using app = fsFixture(
    { ".config/token": secret, "a/.token": secret },
    isWeak ? { allow: ["~/**"], requireLiteralLeadingDot: false } : ["~/**"],
  );
  return [
    await app.run("fs.readTextFile", { path: app.at(".config/token") }),
    await app.run("fs.readTextFile", { path: app.at("a/.token") }),
  ];
});

attack("a new file is made through a link to a folder outside", async (isWeak) => {
  using app = fsFixture(links, ["~/open/**"]);
  if (isWeak) weaken(app);
  await app.run("fs.writeTextFile", { path: app.at("open/link/new"), contents: secret });
  return existsSync(app.at("closed/new")) && readFileSync(app.at("closed/new"), "utf8");
});

for (const [what, path] of [
  ["dots", "open/../closed/key"],
  ["dots behind a link", "open/link/../closed/key"],
  ["a link to a file", "open/file"],
  ["a whole path from elsewhere", "closed/key"],
] as const) {
  attack(`a file outside is read by ${what}`, async (isWeak) => {
    const files = { "closed/key": secret, "open/a": "a" };
    using folder = fsFixture(
      ["closed/", "open/", "open/link -> ../closed", "open/file -> ../closed/key"],
      ["~/open/**"],
    );
    await Promise.all(
      Object.entries(files).map(([name, text]) => Bun.write(folder.at(name), text)),
    );
    // Dots are refused before any scope is asked.
    const asked = isWeak ? path.replace(/^open\/(?:link\/)?\.\.\//, "") : path;
    if (isWeak) weaken(folder);
    return await folder.run("fs.readTextFile", { path: `${folder.root}/${asked}` });
  });
}

for (const command of ["fs.copyFile", "fs.renameFile"] as const) {
  attack(`${command} brings a file from outside into the scope`, async (isWeak) => {
    using app = fsFixture({ "closed/key": secret, "open/a": "a" }, ["~/open/**"]);
    if (isWeak) weaken(app);
    if (command === "fs.copyFile")
      await app.run(command, { source: app.at("closed/key"), destination: app.at("open/b") });
    else await app.run(command, { oldPath: app.at("closed/key"), newPath: app.at("open/b") });
    return await app.run("fs.readTextFile", { path: app.at("open/b") });
  });
}

attack("a link leads to a file that is denied by its name", async (isWeak) => {
  using app = fsFixture(
    { "open/secrets/key": secret },
    { allow: ["~/open/**"], deny: isWeak ? [] : ["~/open/secrets/**"] },
  );
  await Bun.$`ln -s secrets ${app.at("open/other")}`;
  return await app.run("fs.readTextFile", { path: app.at("open/other/key") });
});

attack(
  "GHSA-9g54-6x48-9vpw: a scope over the app's data opens the engine's profile",
  async (isWeak) => {
    using dir = tempDir({ "share/org.example.memory/webview/cookies.sqlite": secret });
    const before = process.env["XDG_DATA_HOME"];
    process.env["XDG_DATA_HOME"] = join(dir.path, "share");
    try {
      using app = await startInMemory({
        allow: ["fs.readFile"],
        config: { framework: { allowlist: { fs: { scope: ["$APPLOCALDATA/**"] } } } },
      });
      const { grants, baseDirectories: folders } = app.services;
      if (isWeak) {
        const fsScope = new FsScope({
          scope: ["$APPLOCALDATA/**"],
          folders,
          grants,
          denied: [],
          ...app.services.host,
        });
        Object.assign(app.services, { fsScope });
      }
      return await app.page.invoke("fs.readTextFile", {
        path: "webview/cookies.sqlite",
        options: { dir: "APPLOCALDATA" },
      });
    } finally {
      if (before === undefined) delete process.env["XDG_DATA_HOME"];
      else process.env["XDG_DATA_HOME"] = before;
    }
  },
);

attack("CVE-2026-95627: choosing one folder opens all below it", async (isWeak) => {
  using dir = tempDir({ "chosen/sub/key": secret });
  using app = await startInMemory({
    allow: ["dialog.open", "fs.readFile"],
    answers: { file: () => [join(dir.path, "chosen")] },
  });
  const { grants } = app.services;
  const allowFolder = grants.allowFolder.bind(grants);
  if (isWeak) grants.allowFolder = (path) => allowFolder(path, { recursive: true });
  await app.page.invoke("dialog.open", { options: { directory: true } });
  return await app.page.invoke("fs.readTextFile", { path: join(dir.path, "chosen/sub/key") });
});

attack("a revoked file stays open to the page", async (isWeak) => {
  using app = fsFixture({ key: secret }, []);
  const { id } = app.grants.allowFile(app.at("key"));
  if (!isWeak) app.grants.revoke(id);
  return await app.run("fs.readTextFile", { path: app.at("key") });
});

attack("one window reads what was chosen for another", async (isWeak) => {
  using app = fsFixture({ key: secret }, []);
  app.grants.allowFile(app.at("key"), isWeak ? {} : { window: "other" });
  return await app.run("fs.readTextFile", { path: app.at("key") });
});

attack(
  "a window that went to another site shows files of the asset protocol there",
  async (isWeak) => {
    using dir = tempDir({ key: secret });
    using app = await startInMemory({
      allow: ["protocol.asset"],
      config: { framework: { allowlist: { protocol: { assetScope: [`${dir.path}/**`] } } } },
    });
    app.platform.navigate("main", isWeak ? "framework://localhost/" : "https://evil.example/");
    const url = `asset://localhost/${encodeURIComponent(`${dir.path}/key`)}`;
    const { body } = await app.platform.request("main", url, { headers: {} });
    return body.kind === "descriptor" ? readFileSync(body.descriptor, "utf8") : "";
  },
);

attack("a pipe between two programs is read, because it has a name in the scope", (isWeak) => {
  using app = fsFixture(["d/"], ["~/d/**"]);
  execFileSync("mkfifo", [app.at("d/pipe")]);
  using pipe = new Handle(openSync(app.at("d/pipe"), "r+"));
  writeSync(pipe.fd, secret);
  const check = () => app.scope.check(app.at("d/pipe"), "main");
  try {
    using file = openFile(check, "read", isWeak ? weakOpener : openerOf("linux"));
    const bytes = Buffer.alloc(secret.length);
    readSync(file.fd, bytes);
    return bytes.toString();
  } catch (error) {
    return problemOf(error).message;
  }
});

attack("TRI-026: the asset protocol reads everything", async (isWeak) => {
  using dir = tempDir({ "open/a": "a", "closed/key": secret });
  using app = await startInMemory({
    allow: ["protocol.asset"],
    config: {
      framework: {
        allowlist: { protocol: { assetScope: [isWeak ? "/**" : `${dir.path}/open/**`] } },
      },
    },
  });
  const url = `asset://localhost/${encodeURIComponent(`${dir.path}/closed/key`)}`;
  const { body } = await app.platform.request("main", url, { headers: {} });
  return body.kind === "descriptor" ? readFileSync(body.descriptor, "utf8") : "";
});
