import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { bundle } from "../../src/bundler/index.ts";
import { rpmDependencies } from "../../src/bundler/linux/dependencies.ts";
import { missingTool, Project, run, type AppCase } from "../bundler/project.ts";
import { thisMachine } from "../support/this-machine.ts";

/** The reason why dnf cannot install anything here, or `null`. */
export function missingForDnf(): string | null {
  if (process.platform !== "linux") return "needs Linux";
  if (process.getuid?.() !== 0) return "needs root";
  // So dnf 4 is called beside dnf 5, too, which was not tried.
  return missingTool("dnf-3", "createrepo_c", "rpm");
}

/** A version of an app. */
export interface RepositoryApp extends AppCase {
  readonly productName: string;
  readonly version: string;
  /** The version of the runtime that it shares; `null`: it has its own. */
  readonly runtime: string | null;
}

/**
 * Contains the packages that every app needs of a system, and a file in each folder that the
 * system's own packages own.
 */
const system: RepositoryApp = {
  productName: "system",
  version: "1.0.0",
  runtime: null,
  rpm: { provides: rpmDependencies },
};

/**
 * A repository of rpm packages in a folder, for dnf in roots of their own. Nothing is asked of the
 * network.
 */
export class DnfRepository implements Disposable {
  readonly #place = tempDir({
    // Debian's rpm keeps its database in the user's home, Fedora's below /usr.
    ".rpmmacros": "%_dbpath /var/lib/rpm\n",
  });
  readonly folder = join(this.#place.path, "packages");
  /** The folder of dnf's configuration, and its user's home. */
  readonly home = this.#place.path;
  /** A root that has the system alone. */
  readonly #start = join(this.home, "start");

  static async of(apps: readonly RepositoryApp[]): Promise<DnfRepository> {
    const repository = new DnfRepository();
    mkdirSync(repository.folder);
    mkdirSync(repository.#start);
    for (const app of [system, ...apps]) await makePackages(app, repository.folder);
    repository.publish(["gpgcheck=0"]);
    new DnfRoot(repository, repository.#start).dnf("install", "system");
    return repository;
  }

  /** Lists the present packages. `lines` are settings of dnf for them. */
  publish(lines: readonly string[]): void {
    run(["createrepo_c", "--quiet", this.folder], { env: { HOME: this.home } });
    const all = [
      "[main]",
      "reposdir=/none",
      "plugins=0",
      "[here]",
      "name=here",
      `baseurl=file://${this.folder}`,
    ];
    writeFileSync(join(this.home, "dnf.conf"), [...all, ...lines, ""].join("\n"));
  }

  /** The path of a package: `one-1.0.0` */
  file(name: string): string {
    return join(
      this.folder,
      readdirSync(this.folder).find((file) => file.startsWith(`${name}-`)) ?? name,
    );
  }

  /** A root for one story. */
  root(): DnfRoot {
    const path = join(this.home, `root-${crypto.randomUUID()}`);
    run(["cp", "--archive", this.#start, path]);
    return new DnfRoot(this, path);
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}

/** Makes the packages that an author publishes of an app. */
async function makePackages({ runtime, ...app }: RepositoryApp, outFolder: string): Promise<void> {
  const program = `#!/bin/sh\necho "this is ${runtime ?? app.productName}"\n`;
  using project = new Project({
    "made/app/main.js": "// @bun\n",
    "made/app/app.pack": "pages\n",
    "bin/app": program,
    "texts/new.txt": "new\n",
    "settings.ini": "loud=no\n",
  });
  const executable = join(project.folder, "bin/app");
  const folder = join(project.folder, "made/app");
  const staged = project.stageFor(
    "linux",
    {
      ...app,
      architecture: thisMachine.architecture,
      bundle: { ...app.bundle, identifier: `org.example.${app.productName}` },
    },
    { shared: runtime === null ? null : { folder, version: runtime, executable } },
  );
  const outDir = join(project.folder, "out");
  for (const { path } of await bundle({ staged, formats: ["rpm"], outDir, effort: "small" }))
    copyFileSync(path, join(outFolder, basename(path)));
}

/** A root that dnf installs into. All that dnf and rpm keep is below `var` in it. */
export class DnfRoot {
  readonly path: string;
  readonly #repository: DnfRepository;

  constructor(repository: DnfRepository, path: string) {
    this.#repository = repository;
    this.path = path;
  }

  /** Runs dnf as it is without a configuration, but for where its repository is. */
  dnf(...words: readonly string[]): void {
    const { home } = this.#repository;
    const where = [
      "--config",
      join(home, "dnf.conf"),
      "--installroot",
      this.path,
      "--releasever",
      "1",
    ];
    run(["dnf-3", ...where, "--quiet", "--assumeyes", ...words], { env: { HOME: home } });
  }

  /**
   * Runs dnf, and returns the packages that are installed then, besides the system, whole and with
   * all requirements.
   */
  after(...words: readonly string[]): string[] {
    this.dnf(...words);
    this.#rpm("--verify", "--all");
    const installed = this.#rpm("--query", "--all", "--queryformat", "%{NAME} %{VERSION}\n");
    return installed
      .split("\n")
      .filter(
        (line) => line !== "" && !line.startsWith("system ") && !line.startsWith("gpg-pubkey "),
      )
      .toSorted();
  }

  /** All paths, including folders, except those that dnf and rpm keep. */
  paths(): string[] {
    const found = run(["find", ".", "-path", "./var", "-prune", "-o", "-printf", "%P\n"], {
      cwd: this.path,
    });
    return found.split("\n").toSorted();
  }

  #rpm(...words: readonly string[]): string {
    return run(["rpm", "--root", this.path, ...words], { env: { HOME: this.#repository.home } });
  }
}
