import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bunTarget, targetName } from "../src/cli/build/build-target.ts";
import { signMacExecutable } from "../src/bundler/index.ts";
import type { Target } from "../src/contract/target.ts";
import { openRoot } from "../src/disk/roots.ts";
import { targetRuntime } from "../test/support/target-runtime.ts";
import { makeParcels } from "./apps/parcels.ts";
import { checkedOut, commitVariable } from "./machine.ts";

const root = join(import.meta.dir, "..");

/**
 * Makes the program with which a person without a toolchain tests the framework. It contains the
 * runtime, all cases, and two versions of an example app. Any machine can make it, as for apps.
 *
 * @returns its path
 */
export async function makeProgram(target: Target, folder: string): Promise<string> {
  const work = join(folder, `make-${targetName(target)}`);
  const runtime = targetRuntime(target);
  const parcels = await makeParcels(work, target, ["dialogs"]);
  const [failure] = parcels.failed;
  if (failure !== undefined) throw new Error(`Cannot build "${failure.app}": ${failure.error}`);
  const files = parcels.list.flatMap(({ versions: [first, second] }) =>
    // Of the second version, the run needs only the update. Windows Installer also needs the
    // package, because it removes by it.
    first.format === "msi"
      ? [first.package, second.package, second.update]
      : [first.package, second.update],
  );
  const entry = join(work, "main.ts");
  const quoted = (path: string): string => JSON.stringify(path);
  writeFileSync(
    entry,
    [
      `import { runMade } from ${quoted(join(root, "conformance/made.ts"))};`,
      ...files.map(
        (file, index) => `import file${index} from ${quoted(`./${file}`)} with { type: "file" };`,
      ),
      `const files = { ${files.map((file, index) => `${quoted(file)}: file${index}`).join(", ")} };`,
      `const dialogThread = new URL("./dialog-thread.js", import.meta.url);`,
      `process.env[${quoted(commitVariable)}] = ${quoted(checkedOut())};`,
      `await runMade(${JSON.stringify(parcels.list)}, files, dialogThread);`,
      "",
    ].join("\n"),
  );
  const thread = join(work, "dialog-thread.ts");
  const threadModule = join(root, "test/native/windows/dialog-thread-program.ts");
  writeFileSync(thread, `import ${quoted(threadModule)};\n`);
  const name = `framework-conformance-${targetName(target)}${target.system === "windows" ? ".exe" : ""}`;
  const made = join(folder, name);
  compile({ target, runtime, work, made, entries: [entry, thread] });
  if (target.system === "macos") {
    openRoot(folder, { isOwn: true });
    await signMacExecutable(made, "org.example.framework-conformance", { kind: "ad-hoc" });
  }
  rmSync(work, { recursive: true, force: true });
  return made;
}

interface Compiling {
  readonly target: Target;
  readonly runtime: string;
  readonly work: string;
  readonly made: string;
  readonly entries: readonly string[];
}

function compile({ target, runtime, work, made, entries }: Compiling): void {
  mkdirSync(join(made, ".."), { recursive: true });
  const options = [
    "--compile",
    "--conditions=bun",
    `--target=${bunTarget(target).option}`,
    `--compile-executable-path=${runtime}`,
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    "--no-compile-autoload-tsconfig",
    "--no-compile-autoload-package-json",
    // Only Playwright pages need it, and no case opens one.
    "--external=playwright-core",
    `--root=${work}`,
    `--outfile=${made}`,
  ];
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, "build", ...options, ...entries],
    { cwd: work },
  );
  if (exitCode !== 0)
    throw new Error(`Cannot compile "${basename(made)}"\n${stdout.toString()}${stderr.toString()}`);
}
