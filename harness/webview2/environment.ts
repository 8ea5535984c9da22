import { mkdirSync } from "node:fs";
import type { Address } from "../../src/native/ffi/signature.ts";
import { outText } from "../../src/native/windows/com/apartment.ts";
import { comInterface, comObject, outNumber } from "../../src/native/windows/com/client.ts";
import { E_INVALIDARG, S_OK, type HResult } from "../../src/native/windows/com/hresult.ts";
import { lend } from "../../src/native/windows/com/server.ts";
import { wideTextAt } from "../../src/native/windows/wide-text.ts";
import { makeController } from "./controller.ts";
import { Completion, EventSource } from "./event-source.ts";
import * as interfaces from "./interfaces.ts";
import type { Line } from "./line.ts";
import { report, wrong } from "./report.ts";
import { serveObject } from "./served-object.ts";
import { soon } from "./turns.ts";
import { writeValue } from "./values.ts";
import { versionsOf } from "./versions.ts";
import { makeResponse } from "./web-response.ts";

/** The version that the runtime reports. */
export const runtimeVersion = "131.0.2903.40";

/** An environment: where its views keep their data, and how it was made. */
export interface Environment {
  readonly line: Line;
  /** On Linux. */
  readonly folder: string;
  readonly proxy: string | null;
  readonly keepsPages: boolean;
  readonly browserArguments: string;
}

/** The action of the runtime library's export. */
export function createEnvironment(
  line: Line,
  folder: Address,
  options: Address,
  handler: Address,
): HResult {
  if (handler === 0) return E_INVALIDARG;
  if (folder === 0) wrong("No folder was given for the data: it would lie beside the executable");
  const windowsFolder = folder === 0 ? "C:\\data" : wideTextAt(folder);
  const completion = new Completion("CreateCoreWebView2Environment", handler);
  const browserArguments = String(readOptions(options)["AdditionalBrowserArguments"] ?? "");
  report({ set: "Environment.UserDataFolder", value: windowsFolder });
  const environment = {
    line,
    folder: linuxFolder(windowsFolder),
    proxy: httpProxy(browserArguments),
    keepsPages: !browserArguments.includes("--disable-back-forward-cache"),
    browserArguments,
  };
  mkdirSync(environment.folder, { recursive: true });
  soon(() => lend(serveEnvironment(environment), (object) => completion.complete(S_OK, object)));
  return S_OK;
}

function serveEnvironment(environment: Environment): Address {
  const address: Address = serveObject({
    name: "Environment",
    interfaces: versionsOf("ICoreWebView2Environment"),
    properties: { BrowserVersionString: runtimeVersion },
    events,
    methods: {
      CreateCoreWebView2Controller(window: number, handler: Address) {
        makeController(environment, address, window, handler);
      },
      CreateWebResourceResponse(
        content: Address,
        status: number,
        reason: Address,
        headers: Address,
        out: Address,
      ) {
        writeValue(out, {
          object: makeResponse(content, status, wideTextAt(reason), wideTextAt(headers)),
        });
      },
    },
    released: () => events.close(),
  });
  return address;
}

const events = new EventSource();

/** Calls every `get_` of the options that the app has given. */
function readOptions(options: Address): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  if (options === 0) {
    wrong("No options were given: some runtimes end with the app then");
    return values;
  }
  const object = comObject(
    options,
    comInterface("IUnknown", interfaces.ICoreWebView2EnvironmentOptions.iid, {}),
  );
  for (const served of versionsOf("ICoreWebView2EnvironmentOptions")) {
    const methods = Object.fromEntries(
      Object.keys(served.methods).map((name, place) => [name, `${place + 3}:p>i`] as const),
    );
    using part = object.query(comInterface("Options", served.iid, methods));
    if (part === null) continue;
    const calls = part as unknown as Record<string, (out: NodeJS.TypedArray) => HResult>;
    for (const [place, name] of Object.keys(served.methods).entries()) {
      const subject = name.slice("get_".length);
      if (!name.startsWith("get_")) continue;
      const signature = Object.values(served.methods)[place + 1] ?? "";
      const value = signature.startsWith("p")
        ? outText((out) => calls[name]?.(out))
        : outNumber((out) => calls[name]?.(out));
      if (value === null) continue;
      values[subject] = value;
      report({ set: `Environment.${subject}`, value });
    }
  }
  if (!/^\d+(\.\d+){3}$/.test(String(values["TargetCompatibleBrowserVersion"])))
    wrong("The options name no version of the runtime that the app was made for");
  return values;
}

/** `--proxy-server=http=127.0.0.1:80`: the proxy for `http:`, if there is one. */
function httpProxy(args: string): string | null {
  const server = /--proxy-server="?(?:http=|http:\/\/)?([^\s";]+)/.exec(args)?.[1];
  return server === undefined ? null : `http://${server.replace(/^http:\/\//, "")}`;
}

/** The Linux path of a Windows folder, for the program that shows pages. */
function linuxFolder(path: string): string {
  const rest = path.slice(2).replaceAll("\\", "/");
  const disk =
    path.slice(0, 1).toLowerCase() === "z" ? "" : `${process.env["WINEPREFIX"] ?? ""}/drive_c`;
  return `${disk}${rest}/EBWebView`;
}
