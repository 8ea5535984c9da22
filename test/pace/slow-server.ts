/** A web server that takes its time. */
export interface SlowServer extends AsyncDisposable {
  readonly url: string;
  /** The time before `/feed` answers, in milliseconds. */
  feedPause: number;
}

/**
 * `/halves/<seconds>` sends half of its body, and the other half so much later; `/feed` knows of no
 * newer version.
 */
export function startSlowServer(): SlowServer {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    // Seconds: longer than any pause, where Bun would give up after ten.
    idleTimeout: 255,
    async fetch(request) {
      const [, what, seconds] = new URL(request.url).pathname.split("/");
      if (what === "halves") return new Response(halves(Number(seconds) * 1000));
      await Bun.sleep(slow.feedPause);
      return new Response(null, { status: 204 });
    },
  });
  const slow: SlowServer = {
    url: server.url.origin,
    feedPause: 0,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return slow;
}

function halves(pause: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(body) {
      body.enqueue(Buffer.from("one half, "));
      await Bun.sleep(pause);
      body.enqueue(Buffer.from("the other half"));
      body.close();
    },
  });
}
