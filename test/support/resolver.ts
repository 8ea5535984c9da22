import { spyOn } from "bun:test";
import { BlockList } from "node:net";

type Answer = Awaited<ReturnType<typeof Bun.dns.lookup>>;

/**
 * Answers the look-ups by which the app judges a name. Node's client asks the same function when it
 * connects by name, with options of its own: names below `.example` lead it to 127.0.0.1, others
 * where the system says.
 *
 * @returns the number of the app's requests. Disposing it restores the resolver
 */
export function resolving(
  answer: () => readonly string[] | Error,
): Disposable & { readonly asked: number } {
  const { lookup } = Bun.dns;
  let asked = 0;
  const spy = spyOn(Bun.dns, "lookup").mockImplementation(
    async (name, options): Promise<Answer> => {
      if (options !== undefined && "all" in options)
        return name.endsWith(".example") ? found(["127.0.0.1"]) : await lookup(name, options);
      asked++;
      const given = answer();
      if (given instanceof Error) throw given;
      return found(given);
    },
  );
  return {
    get asked() {
      return asked;
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}

function found(addresses: readonly string[]): Answer {
  return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4, ttl: 0 }));
}

/** Has 127.0.0.0/8 stand for the network outside: there is no other one on each machine. */
export function withLoopbackOutside(): Disposable {
  const check = Reflect.get(BlockList.prototype, "check") as BlockList["check"];
  return spyOn(BlockList.prototype, "check").mockImplementation(function (
    this: BlockList,
    address,
    family,
  ) {
    if (typeof address === "string" && address.startsWith("127.")) return false;
    return check.call(this, address as string, family as "ipv4");
  } as typeof check);
}
