import { lstatSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Shows other processes of the user that this one lives, until it is disposed of. It is a socket
 * that the system closes with the process, however that ends: no number of a process, which may be
 * another's by now, and nothing that one system alone tells of its processes.
 */
export class LivenessSocket implements Disposable {
  /** What others look for it by. */
  readonly name: string;
  readonly #server: Server;

  private constructor(name: string, server: Server) {
    this.name = name;
    this.#server = server;
  }

  /**
   * @param name a socket in a folder of this user; default: one of the system's own for such things
   * @param connected receives each connection; default: it is closed
   * @throws Error when no socket can be made
   */
  static async show(
    name: string = unknownName(),
    connected: (socket: Socket) => void = (socket) => socket.destroy(),
  ): Promise<LivenessSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const server = createServer(connected);
    server.once("error", reject);
    server.listen(name, resolve);
    // It says that the process lives; it is no reason to.
    server.unref();
    await promise;
    return new LivenessSocket(name, server);
  }

  /**
   * Whether a process that showed itself by this name still lives, also one that is busy or
   * stopped. What one has left that was ended is removed.
   */
  static async isShown(name: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect(name);
    socket.once("connect", () => resolve(!isOfOthers(name)));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      // A file of any other kind refuses, too.
      const isSocket = () => lstatSync(name, { throwIfNoEntry: false })?.isSocket() === true;
      if (error.code === "ECONNREFUSED" && isSocket() && !isOfOthers(name))
        rmSync(name, { force: true });
      // On a busy machine it has hung up before this process looks.
      resolve(error.code === "ECONNRESET" && !isOfOthers(name));
    });
    const isShown = await promise;
    socket.destroy();
    return isShown;
  }

  [Symbol.dispose](): void {
    this.#server.close();
  }
}

/** As short as it can be: a socket's name may have about a hundred bytes. */
function unknownName(): string {
  const id = `framework-${crypto.randomUUID()}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${id}` : join(tmpdir(), id);
}

/**
 * Whoever lists the folder learns the name, and can take it when it is free, as after the machine
 * was started anew.
 */
function isOfOthers(name: string): boolean {
  const user = process.geteuid?.();
  const owner = user === undefined ? undefined : lstatSync(name, { throwIfNoEntry: false })?.uid;
  return owner !== undefined && owner !== user && owner !== 0;
}
