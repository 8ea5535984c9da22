import { startDriver } from "../../testing/driver/server.ts";
import { UserError, type Terminal } from "../terminal.ts";

/** `framework driver`: a WebDriver server for apps, until it is ended. */
export async function driverCommand(
  terminal: Terminal,
  { port = "4444" }: { readonly port?: string },
): Promise<number> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UserError(`Cannot listen on port "${port}": want a number from 0 to 65535`);
  const ended = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.resolve());
  try {
    await using server = await startDriver({ port: Number(port), folder: terminal.cwd });
    terminal.out(`WebDriver listens on http://127.0.0.1:${server.port}\n`);
    await ended.promise;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new UserError(`Cannot listen on port ${port}: another program does; want --port`);
  }
  return 0;
}
