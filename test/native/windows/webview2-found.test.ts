import "./without-windows.ts";
import { describe, expect, test } from "bun:test";
import { FrameworkError } from "../../../src/contract/errors.ts";
import { openEngine, type EngineParts } from "../../../src/native/windows/page/engine.ts";
import { HResultError } from "../../../src/native/windows/com/hresult.ts";
import { noOverrides, readOverrides } from "../../../src/native/windows/page/overrides.ts";
import {
  findRuntime,
  isRecent,
  type RuntimeSources,
} from "../../../src/native/windows/page/runtime.ts";

const client =
  "Software\\Microsoft\\EdgeUpdate\\ClientState\\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";
const canary =
  "Software\\Microsoft\\EdgeUpdate\\ClientState\\{65C35B14-6C1D-4122-AC46-7148CC9D6497}";
const policy = "Software\\Policies\\Microsoft\\Edge\\WebView2\\BrowserExecutableFolder";
const tail = "EBWebView\\x64\\EmbeddedBrowserWebView.dll";

interface Computer {
  readonly environment?: Readonly<Record<string, string>>;
  readonly registry?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly architecture?: string;
}

function sources({
  environment = {},
  registry = {},
  files,
  architecture = "x64",
}: Computer): RuntimeSources {
  return {
    environment,
    registry: (root, key, value) => registry[`${root} ${key} ${value}`] ?? null,
    exists: (path) => files?.includes(path) ?? true,
    architecture,
    executable: "C:\\App\\app.exe",
  };
}

const both = {
  [`user ${client} EBWebView`]: "C:\\Mine\\130.0.1.2",
  [`machine ${client} EBWebView`]: "C:\\All\\131.0.1.2",
};

test.each<[string, string | null, Computer, string]>([
  ["the user's own", null, { registry: both }, `C:\\Mine\\130.0.1.2\\${tail}`],
  [
    "the machine's, when the user's is too old",
    null,
    { registry: { ...both, [`user ${client} EBWebView`]: "C:\\Mine\\99.0.1.2" } },
    `C:\\All\\131.0.1.2\\${tail}`,
  ],
  [
    "the machine's, when the user's is not there any more",
    null,
    { registry: both, files: [`C:\\All\\131.0.1.2\\${tail}`] },
    `C:\\All\\131.0.1.2\\${tail}`,
  ],
  ["the app's", "C:\\App\\fixed", { registry: both }, `C:\\App\\fixed\\${tail}`],
  [
    "the environment's, before the app's",
    "C:\\App\\fixed",
    { environment: { WEBVIEW2_BROWSER_EXECUTABLE_FOLDER: "D:\\other" } },
    `D:\\other\\${tail}`,
  ],
  [
    "a policy's for the app",
    "C:\\App\\fixed",
    { registry: { [`machine ${policy} app.exe`]: "E:\\p" } },
    `E:\\p\\${tail}`,
  ],
  ["a policy's for all", null, { registry: { [`user ${policy} *`]: "E:\\p" } }, `E:\\p\\${tail}`],
  [
    "a preview, when there is nothing else",
    null,
    { registry: { [`user ${canary} EBWebView`]: "C:\\Canary\\140.0.1.2" } },
    `C:\\Canary\\140.0.1.2\\${tail}`,
  ],
  [
    "the one for the processor",
    null,
    { registry: both, architecture: "arm64" },
    "C:\\Mine\\130.0.1.2\\EBWebView\\arm64\\EmbeddedBrowserWebView.dll",
  ],
])("the runtime is %s", (_, fixed, computer, library) => {
  expect(findRuntime(fixed, sources(computer)).library).toBe(library);
});

const withCanary = { ...both, [`user ${canary} EBWebView`]: "C:\\Canary\\140.0.1.2" };
const channelPolicy = "Software\\Policies\\Microsoft\\Edge\\WebView2\\ReleaseChannelPreference";

describe("of the runtime and a preview, an app takes", () => {
  test.each<[string, string, Computer]>([
    ["the runtime", "Mine", {}],
    [
      "the preview, when a variable wants it",
      "Canary",
      { environment: { WEBVIEW2_RELEASE_CHANNEL_PREFERENCE: "1" } },
    ],
    [
      "the preview, when the newer variable wants it",
      "Canary",
      { environment: { WEBVIEW2_CHANNEL_SEARCH_KIND: "1" } },
    ],
    [
      "the preview, when only that may be taken",
      "Canary",
      { environment: { WEBVIEW2_RELEASE_CHANNELS: "2,3" } },
    ],
    [
      "the preview, when a policy wants it",
      "Canary",
      { registry: { [`machine ${channelPolicy} *`]: "1" } },
    ],
  ])("%s", (_, folder, { environment = {}, registry = {} }) => {
    const computer = sources({ environment, registry: { ...withCanary, ...registry } });
    expect(findRuntime(null, computer, readOverrides(computer)).library).toStartWith(
      `C:\\${folder}\\`,
    );
    expect(findRuntime(null, computer).library).toStartWith("C:\\Mine\\");
  });
});

test("a variable says more than a policy, one for the app more than one for all, the machine's more than the user's", () => {
  const key = "Software\\Policies\\Microsoft\\Edge\\WebView2\\AdditionalBrowserArguments";
  const registry: Record<string, string> = {};
  const output = (environment: Readonly<Record<string, string>> = {}) =>
    readOverrides(sources({ environment, registry })).browserArguments;
  expect(output()).toBeNull();
  registry[`user ${key} *`] = "1";
  expect(output()).toBe("1");
  registry[`machine ${key} *`] = "2";
  expect(output()).toBe("2");
  registry[`user ${key} app.exe`] = "3";
  expect(output()).toBe("3");
  registry[`machine ${key} app.exe`] = "4";
  expect(output()).toBe("4");
  expect(output({ WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS: "5" })).toBe("5");
  expect(output({ WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS: "" })).toBe("4");
});

test("a version is recent from the one on that is needed", () => {
  const versions = [
    "121.9.9999.99",
    "122.0.2365.45",
    "122.0.2365.46",
    "122.0.2366.0",
    "1000.0.0.0",
    "122",
    "x",
    "",
  ];
  expect(versions.filter(isRecent)).toEqual(["122.0.2365.46", "122.0.2366.0", "1000.0.0.0"]);
});

test("a folder without a runtime is named", () => {
  const find = () => findRuntime("C:\\App\\fixed", sources({ files: [] }));
  expect(find).toThrow(
    `Cannot load "C:\\App\\fixed\\${tail}": want a WebView2 runtime in "C:\\App\\fixed"`,
  );
});

/** The text in the box, and on the standard error of the starter, when the engine cannot start. */
async function outputOf(parts: Pick<EngineParts, "find" | "create">): Promise<string> {
  const boxes: string[] = [];
  const engine = openEngine(
    {
      name: "Test",
      identifier: "com.example.test",
      executable: "C:\\App\\test.exe",
      dataDirectory: "C:\\data",
      cacheDirectory: null,
      profile: null,
      schemes: [],
      proxy: null,
      browserArguments: null,
    },
    { fixedRuntime: null, takesOverrides: false },
    {
      ...parts,
      readOverrides: () => noOverrides,
      admitSandbox: () => {},
      sayMissing: (_, reason) => boxes.push(reason),
    },
  );
  // Not before who made the engine knows it.
  expect(boxes).toEqual([]);
  const error = await engine.begun.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FrameworkError);
  const { code, message } = error as FrameworkError;
  expect([code, ...boxes]).toEqual(["unavailable", message]);
  return message;
}

test("a runtime that is missing is reported in a box, and to the caller of app.begin", async () => {
  expect(
    await outputOf({
      find: () => findRuntime(null, sources({})),
      create: () => Promise.reject(new Error("no")),
    }),
  ).toBe(
    'Cannot show pages: the WebView2 Runtime 122.0.2365.46 or newer is not installed; get the "Evergreen Bootstrapper" from https://developer.microsoft.com/microsoft-edge/webview2',
  );
});

test.each([
  [
    0x8007139f | 0,
    "not in the right state (0x8007139F); end the other instance of the app, which was started with other browser arguments",
  ],
  [0x80070005 | 0, 'access denied (0x80070005); make the folder "C:\\data" writable'],
  [
    0x80004005 | 0,
    'failed (0x80004005); repair "Microsoft Edge WebView2 Runtime" in the list of installed apps',
  ],
])("an environment that fails with %d says what to do", async (code, output) => {
  const create = () => Promise.reject(new HResultError("Create", code));
  const message = await outputOf({ find: () => ({ folder: "", library: "x", kind: 0 }), create });
  expect(message).toBe(`Cannot start WebView2: Cannot run Create: ${output}`);
});
