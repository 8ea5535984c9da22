import {
  command,
  definePlugin,
  FrameworkError,
  type AppCommandContext,
  type Plugin,
} from "framework/app";
import * as v from "valibot";
import { Connection } from "./connection.ts";

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const size = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 64 * 1024 * 1024);
const bytes = v.pipe(
  v.union([
    v.instance(Uint8Array),
    v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
  ]),
  v.transform((given) => (given instanceof Uint8Array ? given : Uint8Array.from(given))),
);
const message = v.variant("type", [
  v.object({ type: v.literal("Text"), data: v.string() }),
  v.object({ type: v.picklist(["Binary", "Ping", "Pong"]), data: bytes }),
  v.object({
    type: v.literal("Close"),
    data: v.nullable(v.object({ code: v.number(), reason: v.string() })),
  }),
]);

/** The maximum number of connections of a page. */
const maxConnections = 64;

/**
 * Opens WebSockets for pages, within the http scope.
 *
 * @example
 * export default defineApp({ plugins: [websocket()] });
 */
export function websocket(): Plugin<"websocket", ReturnType<typeof commandsOf>> {
  let proxy: string | null = null;
  return definePlugin({
    name: "websocket",
    commands: commandsOf(() => proxy),
    flags: { connect: "connect", send: "connect" },
    configSchema: v.strictObject({
      /** The proxy of all connections, instead of the one of the environment. */
      proxy: v.optional(v.pipe(v.string(), v.url()), undefined),
    }),
    setup(_, config) {
      proxy = config.proxy ?? null;
    },
  });
}

function commandsOf(proxy: () => string | null) {
  /** The connections of each page, by the page's own numbers. */
  const pages = new WeakMap<AbortSignal, Map<number, Connection | null>>();
  const ofPage = (page: AbortSignal): Map<number, Connection | null> => {
    const known = pages.get(page) ?? new Map<number, Connection | null>();
    pages.set(page, known);
    return known;
  };
  return {
    /** Messages come as events `websocket://message/<id>`, the last one is a `Close`. */
    connect: command(
      {
        args: v.object({
          id,
          url: v.string(),
          config: v.optional(
            v.object({
              headers: v.optional(v.array(v.tuple([v.string(), v.string()])), []),
              maxMessageSize: size,
              maxWriteBufferSize: size,
            }),
            {},
          ),
        }),
      },
      async ({ id: number, url, config }, { app, emit, signal }: AppCommandContext) => {
        const connections = ofPage(signal);
        if (connections.has(number)) throw refusal(url, `this page has a connection ${number}`);
        if (connections.size >= maxConnections)
          throw refusal(url, `a page may have ${maxConnections} connections at once`);
        // The number is reserved while the connection is being opened.
        connections.set(number, null);
        try {
          const connection = await Connection.open(url, {
            ...config,
            proxy: proxy(),
            way: await app.http.check(url, signal),
            emit: (sent) => emit(`websocket://message/${number}`, sent),
            onEnd: () => connections.delete(number),
            signal,
          });
          connections.set(number, connection);
          return number;
        } catch (error) {
          connections.delete(number);
          throw error;
        }
      },
    ),
    send: command(
      { args: v.object({ id, message }) },
      ({ id: number, message: sent }, { signal }) => {
        const connection = pages.get(signal)?.get(number) ?? null;
        if (connection === null)
          throw new FrameworkError(
            "not-found",
            `Cannot send: connection not found for the given id: ${number}`,
          );
        connection.send(sent);
      },
    ),
  };
}

function refusal(url: string, reason: string): FrameworkError {
  return new FrameworkError("bad-argument", `Cannot connect to "${url}": ${reason}`);
}
