import { servedInterface, type ServedInterface } from "../../src/native/windows/com/server.ts";

type Words<S extends string> = S extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : S;
type MethodsOf<S extends string> = {
  readonly [
    W in Words<S> as W extends `${infer Name}:${string}` ? Name : never
  ]: W extends `${string}:${infer A}` ? `${A}>i` : never;
};

/** The methods in lines of `name:arguments`. */
function methods<const S extends string>(...lines: readonly S[]): MethodsOf<S> {
  const words = lines.flatMap((line) => line.split(" ")).map((word) => word.split(":"));
  return Object.fromEntries(
    words.map(([name = "", args = ""]) => [name, `${args}>i`]),
  ) as MethodsOf<S>;
}

/** An interface that extends another one, whose methods come first. */
export function basedOn<B extends Signatures, const S extends string>(
  base: ServedInterface<B>,
  iid: string,
  ...lines: readonly S[]
): ServedInterface<B & MethodsOf<S>> {
  return servedInterface(iid, { ...base.methods, ...methods(...lines) });
}

/** An interface by itself. */
export function interfaceOf<const S extends string>(
  iid: string,
  ...lines: readonly S[]
): ServedInterface<MethodsOf<S>> {
  return servedInterface(iid, methods(...lines));
}

type Signatures = Readonly<Record<string, string>>;
