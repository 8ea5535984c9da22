// The `webdriver` tests of the Web Platform Tests: their source, and their requirements.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The state of the suite that results are compared on. */
const commit = "20574795ed2fadf6140492238df53000c2b0c247";
const repository = "https://github.com/web-platform-tests/wpt";
const parts = ["webdriver", "tools", "resources", "wpt", "wpt.py", "common", "docs/commands.json"];
const packages = ["pytest==7.4.4", "pytest-asyncio==0.21.2", "six", "websockets<11"];

/** The ports of the suite's own server; it wants one of each kind, and two of the first ones. */
const ports = {
  http: [18_000, 18_001],
  https: [18_443, 18_444],
  ws: [18_100],
  wss: [18_101],
  "http-private": [18_102],
  "http-public": [18_103],
  "https-private": [18_104],
  "https-public": [18_105],
  "quic-transport": [18_106],
  h2: [18_107],
};

/** Names that Python has moved since the suite was written. */
const moved = `import collections, collections.abc
for name in ("Mapping", "MutableMapping", "Iterable", "Callable", "Sequence"):
    setattr(collections, name, getattr(collections.abc, name))
`;

export interface Suite {
  readonly folder: string;
  readonly python: string;
  readonly serve: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The answer of the server when it is ready. */
  readonly probe: string;
}

function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const options = { stdout: 2, stderr: 2, env: { ...process.env, ...env } } as const;
  const { exitCode } = Bun.spawnSync([...command], options);
  if (exitCode !== 0)
    throw new Error(`Cannot run "${command.join(" ")}": it ended with ${exitCode}`);
}

/**
 * Makes the suite ready in a folder, once.
 * @param snapshot a git directory that holds the commit; `null`: it is fetched
 */
export function prepareSuite(folder: string, snapshot: string | null): Suite {
  const python = join(folder, "venv/bin/python");
  const git = snapshot ?? join(folder, "repository");
  mkdirSync(folder, { recursive: true });
  if (snapshot === null && !existsSync(git)) {
    run(["git", "init", "--quiet", "--bare", git]);
    run(["git", "--git-dir", git, "fetch", "--depth=1", repository, commit]);
  }
  const work = join(folder, "suite");
  if (!existsSync(join(work, "webdriver"))) {
    mkdirSync(work, { recursive: true });
    run(["git", "--git-dir", git, "--work-tree", work, "checkout", commit, "--", ...parts], {
      GIT_INDEX_FILE: join(folder, "index"),
    });
  }
  if (!existsSync(python)) {
    run(["python3", "-m", "venv", join(folder, "venv")]);
    run([python, "-m", "pip", "install", "--quiet", ...packages]);
  }
  return { folder: work, python, ...configure(work) };
}

/** Needs no change of the machine's own names: the suite's other host is 127.0.0.1. */
function configure(work: string): Omit<Suite, "folder" | "python"> {
  const config = join(work, "config.json");
  const server = join(work, "server.json");
  const hosts = { browser_host: "localhost", alternate_hosts: { alt: "127.0.0.1" } };
  writeFileSync(config, JSON.stringify({ ...hosts, check_subdomains: false, ports }));
  const domains = { "": { "": "localhost" }, alt: { "": "127.0.0.1" } };
  writeFileSync(
    server,
    JSON.stringify({ browser_host: "localhost", domains, ports, doc_root: work }),
  );
  const modules = join(work, "python");
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, "sitecustomize.py"), moved);
  const path = ["python", "tools/webdriver", "tools", "webdriver"].map((name) => join(work, name));
  return {
    serve: [join(work, "wpt"), "serve", "--config", config, "--no-h2"],
    environment: { PYTHONPATH: path.join(":"), WD_SERVER_CONFIG_FILE: server },
    probe: `http://localhost:${ports.http[0]}/common/blank.html`,
  };
}
