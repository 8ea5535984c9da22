import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FrameworkError } from "../../../contract/errors.ts";
import { environmentForOthers } from "../../../process/environment.ts";

// AppImages and app bundles may share their runtime with other apps (bundler/runtime/shared-app.ts). Their start program gets
// the runtime at the first start, when the version before it cannot run any more; so an update has it got before it takes that
// version's place.

const run = promisify(execFile);

/** What every start program takes for an option of its own; AppImages have those of type 2. */
const extracting = ["--appimage-extract", "usr/lib/*/app/runtime.conf"];

/**
 * Has the runtime got that a new AppImage shares; nothing happens where it is there, or the image has its own.
 *
 * @param executable what this process runs from
 * @throws FrameworkError `io` when it cannot be got
 */
export async function getSharedRuntime(image: string, executable: string): Promise<void> {
  const env = environmentForOthers(executable);
  if (await isShared(image, env)) await load(image, env);
}

/**
 * The same for a new app bundle.
 *
 * @param program what it is started by, within the bundle
 * @param executable what this process runs from
 * @throws FrameworkError `io` when it cannot be got
 */
export async function getBundleRuntime(bundle: string, program: string, executable: string): Promise<void> {
  const conf = join(bundle, "Contents/Resources/app/runtime.conf");
  const text = await readFile(conf, "utf8").catch(() => "");
  if (namesRuntime(text)) await load(join(bundle, program), environmentForOthers(executable));
}

/** An app of its own may have a file by this name, too. */
function namesRuntime(conf: string): boolean {
  return /^archive-sha512=/m.test(conf);
}

async function load(starter: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await run(starter, [], { env: { ...env, FRAMEWORK_RUNTIME: "load" } });
  } catch (cause) {
    const { stderr = "", message } = cause as Error & { stderr?: string };
    const reason = stderr.trim().replace(/^framework: /, "") || message;
    throw new FrameworkError("io", `Cannot get what the new version runs with: ${reason}`, { cause });
  }
}

async function isShared(image: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "update-"));
  try {
    await run(image, extracting, { cwd: folder, env });
    const apps = join(folder, "squashfs-root/usr/lib");
    const texts = (await readdir(apps)).map((name) => readFile(join(apps, name, "app/runtime.conf"), "utf8"));
    return (await Promise.all(texts)).some(namesRuntime);
  } catch {
    // It cannot be told, or there is no such file: it starts by itself or not at all.
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
