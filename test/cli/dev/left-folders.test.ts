import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeLeftFolders } from "../../../src/cli/programs/left-folders.ts";
import { root } from "../../support/app/display-app.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

const program = `
import { Programs } from ${JSON.stringify(join(root, "src/cli/programs/programs.ts"))};
import { createServer } from "node:net";
const { folder } = new Programs();
createServer().listen(folder + "/line", () => console.log(folder));
setInterval(() => {}, 1000);
`;

/** A command that has its folder. */
async function startCommand(parent: string) {
  const child = Bun.spawn([process.execPath, "-e", program], {
    env: { ...process.env, TMPDIR: parent },
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  const folder = new TextDecoder().decode(value).trim();
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return { folder, kill, [Symbol.asyncDispose]: kill };
}

test.skipIf(process.platform === "win32")(
  "the folder of a command that was killed is removed by the next one, and no other folder is",
  async () => {
    using parent = tempDir();
    const name = (digit: number): string =>
      join(parent.path, `framework-0000000${digit}-0000-4000-8000-000000000000`);
    await using running = await startCommand(parent.path);
    await using killed = await startCommand(parent.path);
    await using kept = await startCommand(parent.path);
    await using open = await startCommand(parent.path);
    for (const command of [killed, kept, open]) await command.kill();
    // A foreign one: with a file, open to others, without an owner's socket, with another name.
    writeFileSync(join(kept.folder, "notes.txt"), "mine");
    chmodSync(open.folder, 0o755);
    mkdirSync(name(1), { mode: 0o700 });
    mkdirSync(name(2), { mode: 0o700 });
    writeFileSync(join(name(2), "owner"), "no socket");
    mkdirSync(join(parent.path, "framework-notes"), { mode: 0o700 });
    const others = [running.folder, kept.folder, open.folder, name(1), name(2)];
    await removeLeftFolders(parent.path);
    expect(existsSync(killed.folder)).toBe(false);
    expect(others.filter((folder) => !existsSync(folder))).toEqual([]);
    expect(readdirSync(parent.path)).toHaveLength(others.length + 1);
    expect(readdirSync(running.folder).toSorted()).toEqual(["line", "owner"]);
  },
);
