import * as standIn from "../../../harness/webview2/interfaces.ts";
import {
  completedHandlers,
  environmentOptions,
  eventHandlers,
} from "../../../src/native/windows/lib/webview2-handlers.ts";
import { interfaces } from "./declarations.ts";

/** A method as it is declared: the letters are those of `native/ffi/signature.ts`. */
export interface DeclaredMethod {
  readonly name: string;
  readonly slot: number;
  readonly takes: string;
}

export interface DeclaredInterface {
  readonly name: string;
  readonly iid: string;
  readonly methods: readonly DeclaredMethod[];
}

const takes = (signature: string): string => signature.split(">")[0] ?? "";

const called: readonly DeclaredInterface[] = interfaces
  .filter(({ name }) => name.startsWith("ICoreWebView2"))
  .map(({ name, iid, methods }) => ({
    name,
    iid,
    methods: Object.entries(methods).map(([method, text]) => ({
      name: method,
      slot: Number.parseInt(text),
      takes: takes(text.split(":")[1] ?? ""),
    })),
  }));

interface Ordered {
  readonly iid: string;
  readonly methods: Readonly<Record<string, string>>;
}

/** An interface with all its methods, those of the interfaces that it is based on among them. */
const whole = (name: string, { iid, methods }: Ordered): DeclaredInterface => ({
  name,
  iid,
  methods: Object.entries(methods).map(([method, signature], index) => ({
    name: method,
    slot: index + 3,
    takes: takes(signature),
  })),
});

const isOrdered = (value: unknown): value is Ordered =>
  typeof value === "object" && value !== null && "iid" in value && "methods" in value;

/**
 * Every interface of WebView2 that is declared: called by the app, served to the runtime, or served
 * by the stand-in.
 */
export const declared: readonly DeclaredInterface[] = [
  ...called,
  ...[...Object.entries(eventHandlers), ...Object.entries(completedHandlers)].map(([name, one]) =>
    whole(`handler ${name}`, one),
  ),
  ...environmentOptions.map((one, index) => whole(`options ${index + 1}`, one)),
  ...Object.entries(standIn).flatMap(([name, value]) =>
    isOrdered(value) && name.startsWith("ICoreWebView2") ? [whole(`stand-in ${name}`, value)] : [],
  ),
];
