import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { FrameworkError } from "../../../contract/errors.ts";
import { environmentForOthers } from "../../../process/environment.ts";
import { end, ProcessTree } from "../../../process/process-tree.ts";

// AppImages and app bundles may share their runtime with other apps (bundler/runtime/shared-app.ts). Their start program gets
// the runtime at the first start, when the version before it cannot run any more; so an update has it got before it takes that
// version's place.

const run = promisify(execFile);

/** What every start program takes for an option of its own; AppImages have those of type 2. */
const extracting = ["--appimage-extract", "usr/lib/*/app/runtime.conf"];

/** What takes so long is no look at a file: whoever does not know the option starts the app. */
const longestLook = 60_000;

export interface UpdatedApp {
  /** Where it is installed, and the new version will be. */
  readonly place: string;
  /** What this process runs from. */
  readonly executable: string;
}

/**
 * Has the runtime got that a new AppImage shares; nothing happens where it is there, or the image has its own.
 *
 * @param image open, of type 2: whatever lies at its path by now, this is what is run
 * @param patience milliseconds for a look at what is in it
 * @throws FrameworkError `io` when it cannot be got
 */
export async function getSharedRuntime(
  image: number,
  { place, executable }: UpdatedApp,
  patience = longestLook,
): Promise<void> {
  const starter = `/proc/${process.pid}/fd/${image}`;
  const env = environmentForOthers(executable);
  const folder = await mkdtemp(join(tmpdir(), "update-"));
  try {
    if (!(await isShared(starter, { folder, env, patience }))) return;
    // The start program opens what it mounts by a path, where somebody else may have put another file. Not in our folder.
    const copy = join(folder, "image");
    await copyFile(starter, copy);
    await load(starter, place, { ...env, TARGET_APPIMAGE: copy });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The same for a new app bundle.
 *
 * @param program what it is started by, within the bundle
 * @throws FrameworkError `io` when it cannot be got
 */
export async function getBundleRuntime(
  bundle: string,
  program: string,
  { place, executable }: UpdatedApp,
): Promise<void> {
  const conf = join(bundle, "Contents/Resources/app/runtime.conf");
  const text = await readFile(conf, "utf8").catch(() => "");
  if (namesRuntime(text)) await load(join(bundle, program), place, environmentForOthers(executable));
}

/** An app of its own may have a file by this name, too. */
function namesRuntime(conf: string): boolean {
  return /^archive-sha512=/m.test(conf);
}

async function load(starter: string, place: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    // It is noted whose runtime that is: by the path that the new version will have, not by the one that is gone then.
    const wish = { FRAMEWORK_RUNTIME: "load", FRAMEWORK_RUNTIME_FOR: place };
    await run(starter, [], { env: { ...env, ...wish } });
  } catch (cause) {
    const { stderr = "", message } = cause as Error & { stderr?: string };
    const reason = stderr.trim().replace(/^framework: /, "") || message;
    throw new FrameworkError("io", `Cannot get what the new version runs with: ${reason}`, { cause });
  }
}

interface Look {
  /** An empty one, for this user alone. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly patience: number;
}

async function isShared(starter: string, look: Look): Promise<boolean> {
  try {
    await extract(starter, look);
    const apps = join(look.folder, "squashfs-root/usr/lib");
    const texts = (await readdir(apps)).map((name) => readFile(join(apps, name, "app/runtime.conf"), "utf8"));
    return (await Promise.all(texts)).some(namesRuntime);
  } catch {
    // It cannot be told, or there is no such file: it starts by itself or not at all.
    return false;
  }
}

async function extract(starter: string, { folder, env, patience }: Look): Promise<void> {
  const tree = ProcessTree.start(starter, extracting, { cwd: folder, env, stdio: "ignore" });
  const isOver = new AbortController();
  try {
    await Promise.race([once(tree.first, "exit"), setTimeout(patience, null, isOver)]);
  } finally {
    isOver.abort();
    await end(tree);
  }
}
