export interface Ran {
  readonly code: number;
  /** Its output; a byte beyond ASCII is one character. */
  readonly out: string;
}

/** Runs a program of the system, by its absolute path. If it is missing, the code is 127. */
export async function run(file: string, args: readonly string[]): Promise<Ran> {
  try {
    const program = Bun.spawn([file, ...args], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      windowsHide: true,
    });
    const out = Buffer.from(await program.stdout.bytes()).toString("latin1");
    return { code: await program.exited, out };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { code: 127, out: "" };
    throw error;
  }
}
