import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { download, type DownloadRules } from "../../src/app/updater/download/download.ts";
import { inPieces } from "../../src/app/updater/download/progress.ts";
import { Payload } from "../../src/app/updater/download/payload.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const rules: DownloadRules = {
  allowHttp: true,
  idle: 20_000,
  total: 20_000,
  size: 1_000_000,
  resumptions: 3,
  pause: 1,
};

const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Seen {
  readonly url: string;
  /** The requests, each with its header lines. */
  readonly requests: string[];
}

/**
 * A server that answers the first request with the first reply, and so on; the last one is for all
 * that follow.
 */
async function serve(...replies: ((socket: Socket, request: string) => void)[]): Promise<Seen> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      requests.push(bytes.toString("latin1"));
      replies[Math.min(requests.length, replies.length) - 1]?.(socket, bytes.toString("latin1"));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/app`, requests };
}

interface Part {
  readonly status?: string;
  readonly headers?: readonly string[];
  readonly from?: number;
  /** The byte at which the connection breaks. */
  readonly to?: number;
}

/** Breaks what is open, once a first piece has arrived. */
let breakOff = (): void => {};

function send({ status = "200 OK", headers = [], from = 0, to = content.length }: Part) {
  return (socket: Socket): void => {
    const length = `content-length: ${content.length - from}\r\nconnection: close`;
    socket.write(`HTTP/1.1 ${[status, length, ...headers].join("\r\n")}\r\n\r\n`);
    socket.write(content.subarray(from, to));
    if (to === content.length) socket.end();
    else breakOff = () => socket.destroy();
  };
}

const tag = 'etag: "a"';
const break100 = send({ headers: [tag], to: 100_000 });

const rest = (from: number): ReturnType<typeof send> => {
  const range = `content-range: bytes ${from}-${content.length - 1}/${content.length}`;
  return send({ status: "206 Partial Content", from, headers: [tag, range] });
};

/** Downloads; the result is what arrived and how far each piece went. */
async function got(url: string, changed: Partial<DownloadRules> = {}): Promise<Buffer> {
  using dir = tempDir();
  await using payload = await Payload.open(dir.path);
  // Whoever looks into the folder finds nothing there.
  expect(readdirSync(dir.path)).toEqual([]);
  let sum = 0;
  let whole: number | null = null;
  const tell = inPieces(({ chunkLength, contentLength }) => {
    sum += chunkLength;
    whole = contentLength;
  });
  await download(url, payload, { ...rules, ...changed }, (length, of) => {
    tell(length, of);
    breakOff();
  });
  expect(sum).toBe(payload.size);
  expect([null, payload.size]).toContain(whole);
  return Buffer.concat(await Array.fromAsync(payload.read()));
}

/** From which byte a request wants the rest, and of what. */
const wanted = ({ requests }: Seen) =>
  requests.map((text) => [
    /^range: (.*)\r$/im.exec(text)?.[1],
    /^if-range: (.*)\r$/im.exec(text)?.[1],
  ]);

test("a download is for this user alone", async () => {
  using dir = tempDir();
  await using _payload = await Payload.open(dir.path);
  const links = readdirSync("/proc/self/fd").map((fd) => join("/proc/self/fd", fd));
  const isOurs = (link: string) => existsSync(link) && readlinkSync(link).startsWith(dir.path);
  expect(links.filter(isOurs).map((link) => statSync(link).mode & 0o777)).toEqual([0o600]);
});

test("a file of a server arrives", async () => {
  const server = await serve(send({}));
  expect(await got(server.url)).toEqual(content);
  expect(server.requests[0]).toContain("framework/updater");
});

test("a download that broke off goes on where it was", async () => {
  const server = await serve(break100, (socket, request) => {
    const from = Number(/^range: bytes=(\d+)-/im.exec(request)?.[1]);
    rest(from)(socket);
  });
  expect(await got(server.url)).toEqual(content);
  expect(wanted(server)).toEqual([
    [undefined, undefined],
    [expect.stringMatching(/^bytes=\d+-$/), '"a"'],
  ]);
});

test("so does one whose connection went silent, as after the sleep of a machine", async () => {
  const silent = (socket: Socket): void => {
    send({ headers: [tag], to: 100_000 })(socket);
    breakOff = () => {};
  };
  const server = await serve(silent, (socket, request) => {
    const from = Number(/^range: bytes=(\d+)-/im.exec(request)?.[1]);
    rest(from)(socket);
  });
  expect(await got(server.url, { idle: 300 })).toEqual(content);
  expect(server.requests).toHaveLength(2);
});

test("a connection that breaks after each piece brings all pieces", async () => {
  const server = await serve((socket, request) => {
    const from = Number(/^range: bytes=(\d+)-/im.exec(request)?.[1] ?? 0);
    const range = `content-range: bytes ${from}-${content.length - 1}/${content.length}`;
    const to = Math.min(from + 50_000, content.length);
    send({ status: from > 0 ? "206 Partial" : "200 OK", from, to, headers: [tag, range] })(socket);
  });
  expect(await got(server.url, { resumptions: 1 })).toEqual(content);
  expect(server.requests.length).toBeGreaterThan(2);
});

test("a file that has changed on the server meanwhile is downloaded again", async () => {
  const server = await serve(break100, send({ headers: ['etag: "b"'] }));
  expect(await got(server.url)).toEqual(content);
});

for (const [what, headers] of [
  ["no tag", []],
  ["a weak tag", ['etag: W/"a"']],
] as const) {
  test(`with ${what} the whole is asked for again`, async () => {
    const server = await serve(send({ headers, to: 100_000 }), send({}));
    expect(await got(server.url)).toEqual(content);
    expect(wanted(server)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
}

test("a part that does not follow is not put behind", async () => {
  const server = await serve(break100, rest(5), send({ headers: [tag] }));
  expect(await got(server.url)).toEqual(content);
  expect(wanted(server).at(-1)).toEqual([undefined, undefined]);
});

test("a fault of the server passes, and a file that is not there never comes", async () => {
  const busy = send({ status: "503 Busy" });
  expect(await got((await serve(busy, busy, send({}))).url)).toEqual(content);
  const gone = await serve(send({ status: "404 Gone" }));
  await expect(got(gone.url)).rejects.toMatchObject({
    code: "bad-update",
    message: `Cannot download "${gone.url}": the server answered 404`,
  });
  expect(gone.requests).toHaveLength(1);
});

test("a download may have as many bytes as allowed, and not one more, with or without a length", async () => {
  const untold = (socket: Socket): void => {
    socket.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n");
    socket.end(content);
  };
  for (const reply of [send({}), untold]) {
    const { url } = await serve(reply);
    expect(await got(url, { size: content.length })).toEqual(content);
    await expect(got(url, { size: content.length - 1 })).rejects.toMatchObject({
      code: "bad-update",
      message: `Cannot download "${url}": it must be smaller than ${content.length - 1} bytes`,
    });
  }
});

test("a connection that always breaks is an error in the end", async () => {
  const server = await serve(send({ to: 10 }));
  await expect(got(server.url)).rejects.toMatchObject({ code: "network" });
  expect(server.requests).toHaveLength(1 + rules.resumptions);
});

test("a server that takes the connection and says nothing is given up", async () => {
  const server = await serve(() => {});
  await expect(got(server.url, { idle: 20 })).rejects.toMatchObject({
    code: "timed-out",
    message: `Cannot request "${server.url}": nothing came for 20 ms`,
  });
});

test("so is one that stops in the middle", async () => {
  const server = await serve((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${content.length}\r\n\r\nabc`);
  });
  await expect(got(server.url, { idle: 50 })).rejects.toMatchObject({ code: "timed-out" });
});

test("so is one that sends a byte now and then", async () => {
  const server = await serve((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${content.length}\r\n\r\n`);
    const timer = setInterval(() => socket.write("x"), 5);
    socket.on("close", () => clearInterval(timer));
  });
  await expect(got(server.url, { total: 100 })).rejects.toMatchObject({
    code: "timed-out",
    message: `Cannot request "${server.url}": it took longer than 100 ms`,
  });
});

const compressed = Bun.gzipSync(content);

test("a compressed file stays compressed: those are the signed bytes", async () => {
  const server = await serve((socket, request) => {
    expect(request.toLowerCase()).toContain("accept-encoding: identity\r\n");
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${compressed.length}\r\n\r\n`,
    );
    socket.end(compressed);
  });
  expect(await got(server.url)).toEqual(Buffer.from(compressed));
});
