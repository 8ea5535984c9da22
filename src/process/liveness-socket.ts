import { lstatSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Shows other processes of the user that this one lives, until it is disposed of. The system closes
 * the socket with the process, for any reason. A PID may be reused, and other facts about processes
 * are specific to one system.
 */
export class LivenessSocket implements Disposable {
  /** The name by which others find it. */
  readonly name: string;
  readonly #server: Server;

  private constructor(name: string, server: Server) {
    this.name = name;
    this.#server = server;
  }

  /**
   * @param name a socket in a folder of this user; default: in the system's own place for such
   * sockets
   * @param connected receives each connection; default: it is closed
   * @throws Error when no socket can be created
   */
  static async show(
    name: string = unknownName(),
    connected: (socket: Socket) => void = (socket) => socket.destroy(),
  ): Promise<LivenessSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const server = createServer(connected);
    server.once("error", reject);
    server.listen(name, resolve);
    // The socket shows that the process lives; it must not keep it alive.
    server.unref();
    await promise;
    return new LivenessSocket(name, server);
  }

  /**
   * Whether a process that showed itself by this name still lives, even if it is busy or stopped.
   * Removes the remains of a killed process.
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
      // On a busy machine the server may close the connection before this process looks.
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

/** As short as possible: a socket's name has at most about a hundred bytes. */
function unknownName(): string {
  const id = `framework-${crypto.randomUUID()}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${id}` : join(tmpdir(), id);
}

/**
 * Another user who lists the folder learns the name, and can take it when it is free, as after a
 * reboot.
 */
function isOfOthers(name: string): boolean {
  const user = process.geteuid?.();
  const owner = user === undefined ? undefined : lstatSync(name, { throwIfNoEntry: false })?.uid;
  return owner !== undefined && owner !== user && owner !== 0;
}
