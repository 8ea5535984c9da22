import { describe, expect, spyOn, test } from "bun:test";
import { plainWindow } from "../../../src/native/conformance/plain-window.ts";
import { Documents } from "../../../src/native/shell/view/documents.ts";
import { Frames } from "../../../src/native/windows/page/frames.ts";
import { Navigation } from "../../../src/native/windows/page/navigation.ts";
import { webview2Traits } from "../../../src/native/windows/page/webview2-traits.ts";
import type { PrivateScheme } from "../../../src/contract/ui/index.ts";

const own = "https://framework.localhost";
const page = `${own}/`;
const site = "https://elsewhere.example/";
const secret = "0".repeat(32);
const a = "a".repeat(32);
const b = "b".repeat(32);

type Step =
  | readonly ["start" | "complete" | "fail", number]
  | readonly ["load", number, string?]
  | readonly ["greet", string, string?];

/**
 * The result of events in an order: the number of documents, and the key and origin of the last
 * one.
 */
function after(
  steps: readonly Step[],
  pages: readonly string[] = [`${own}/*`],
): { documents: number; key: string | null; origin: string | null } {
  let documents = 0;
  const all = new Documents(webview2Traits, () => {});
  const emit = (event: string): void => void (event === "page.opened" && documents++);
  const spec = plainWindow(page, "main");
  all.owner = { spec: { ...spec, bridge: { ...spec.bridge, pages } }, events: { emit } };
  const navigation = new Navigation(all, secret, () => {});
  for (const [event, what, address = page] of steps.map(
    (step) => [...step] as [string, never, string?],
  )) {
    if (event === "start") navigation.started(what, page);
    else if (event === "load") navigation.shown(what, address, false);
    else if (event === "fail") navigation.shown(what, address, true);
    else if (event === "complete") navigation.ended(what);
    else navigation.greeted(secret + what, address);
  }
  return { documents, key: all.current?.key ?? null, origin: all.current?.origin ?? null };
}

describe("the last document has its own key when", () => {
  const first: readonly Step[] = [
    ["start", 1],
    ["load", 1],
    ["greet", a],
    ["complete", 1],
  ];
  test.each<[string, readonly Step[], number]>([
    [
      "it greets after the engine tells of it",
      [...first, ["start", 2], ["load", 2], ["greet", b]],
      2,
    ],
    ["it greets before", [...first, ["start", 2], ["greet", b], ["load", 2]], 2],
    [
      "it greets after all is loaded",
      [...first, ["start", 2], ["load", 2], ["complete", 2], ["greet", b]],
      2,
    ],
    [
      "the one before it greets late",
      [
        ["start", 1],
        ["load", 1],
        ["start", 2],
        ["greet", a],
        ["load", 2],
        ["greet", b],
      ],
      3,
    ],
    [
      "the one before it greets later still",
      [
        ["start", 1],
        ["load", 1],
        ["start", 2],
        ["load", 2],
        ["greet", a],
        ["greet", b],
      ],
      3,
    ],
    [
      "a navigation in between came to nothing",
      [
        ["start", 1],
        ["load", 1],
        ["start", 2],
        ["complete", 2],
        ["greet", b],
      ],
      1,
    ],
    [
      "one came to nothing after the greeting",
      [...first, ["start", 2], ["complete", 2], ["start", 3], ["load", 3], ["greet", b]],
      2,
    ],
    [
      "it was redirected",
      [
        ["start", 1],
        ["start", 1],
        ["greet", b],
        ["load", 1],
      ],
      1,
    ],
  ])("%s", (_, steps, documents) => {
    expect(after(steps)).toEqual({ documents, key: b, origin: own });
  });
});

test("a document of another site after one that greeted ahead of nothing has no key", () => {
  const steps: readonly Step[] = [
    ["start", 1],
    ["load", 1],
    ["start", 2],
    ["greet", a],
    ["load", 2, site],
  ];
  expect(after(steps)).toEqual({ documents: 3, key: null, origin: "https://elsewhere.example" });
});

test("a greeting from another site gives nothing", () => {
  const steps: readonly Step[] = [
    ["start", 1],
    ["load", 1, site],
    ["greet", a, site],
  ];
  expect(after(steps)).toEqual({ documents: 1, key: null, origin: "https://elsewhere.example" });
});

test("a greeting from another page that may call is for that page, not for the one that was shown before", () => {
  const steps: readonly Step[] = [
    ["start", 1],
    ["load", 1],
    ["complete", 1],
    ["greet", a, site],
  ];
  expect(after(steps, [`${own}/*`, `${site}*`])).toEqual({
    documents: 2,
    key: a,
    origin: "https://elsewhere.example",
  });
});

describe("a greeting that the engine says comes from the document before is the key of", () => {
  test.each<[string, readonly Step[], readonly string[]]>([
    [
      "the first page",
      [
        ["start", 1],
        ["greet", b, "about:blank"],
        ["load", 1],
      ],
      [`${own}/*`],
    ],
    [
      "the app's page after one of another site",
      [
        ["start", 1],
        ["load", 1, site],
        ["complete", 1],
        ["start", 2],
        ["greet", b, site],
        ["load", 2],
      ],
      [`${own}/*`],
    ],
    [
      "a page of another server that may call, too",
      [
        ["start", 1],
        ["load", 1, site],
        ["greet", a, site],
        ["start", 2],
        ["greet", b, site],
        ["load", 2],
      ],
      [`${own}/*`, `${site}*`],
    ],
    [
      "a page to which the window was redirected",
      [
        ["start", 1],
        ["greet", b, "about:blank"],
        ["start", 1],
        ["load", 1],
      ],
      [`${own}/*`],
    ],
  ])("%s", (_, steps, pages) => {
    expect(after(steps, pages)).toMatchObject({ key: b, origin: own });
  });
});

describe("a key that cannot be the document's is dropped, and said on standard error:", () => {
  const other = (name: string): string => `https://${name}.example/`;
  test.each<[string, string, readonly Step[], string | null]>([
    [
      "of another site, without a navigation",
      other("no-navigation"),
      [
        ["start", 1],
        ["load", 1],
        ["complete", 1],
        ["greet", b, other("no-navigation")],
      ],
      null,
    ],
    [
      "of neither the document before nor the one to come",
      other("third"),
      [
        ["start", 1],
        ["greet", b, other("third")],
        ["load", 1],
      ],
      null,
    ],
    [
      "of another site, before another site",
      other("two"),
      [
        ["start", 1],
        ["load", 1, other("two")],
        ["start", 2],
        ["greet", b, other("two")],
        ["load", 2, other("two")],
      ],
      null,
    ],
    [
      "of another site, before a navigation that came to nothing",
      other("nothing"),
      [
        ["start", 1],
        ["load", 1, other("nothing")],
        ["start", 2],
        ["greet", b, other("nothing")],
        ["complete", 2],
      ],
      null,
    ],
    [
      "replaced by the document's own",
      other("replaced"),
      [
        ["start", 1],
        ["greet", b, other("replaced")],
        ["greet", a],
        ["load", 1],
      ],
      a,
    ],
  ])("%s", (_, from, steps, key) => {
    using reported = spyOn(process.stderr, "write").mockImplementation(() => true);
    expect(after(steps).key).toBe(key);
    expect(reported.mock.calls.flat()).toEqual([
      expect.stringContaining(`a document of "${new URL(from).origin}"`),
    ]);
  });
});

test("an error page in place of the app's gets no key", () => {
  using reported = spyOn(process.stderr, "write").mockImplementation(() => true);
  expect(
    after([
      ["start", 1],
      ["greet", b, "about:blank"],
      ["fail", 1],
    ]),
  ).toMatchObject({ key: null });
  expect(reported.mock.calls.flat()).toEqual([
    expect.stringContaining("a document without an address"),
  ]);
});

test("a greeting with what is no key gives nothing", () => {
  const keys = ["", a.slice(1), `${a}a`, "g".repeat(32), "A".repeat(32), "\n".repeat(32)];
  for (const key of keys) {
    const steps: readonly Step[] = [
      ["start", 1],
      ["load", 1],
      ["greet", key],
    ];
    expect([key, after(steps)]).toEqual([key, { documents: 1, key: null, origin: own }]);
  }
});

describe("a private scheme is loaded from", () => {
  const asset: PrivateScheme = { scheme: "asset", pages: [`${own}/*`] };
  const file = "https://asset.localhost/C%3A%5Cpicture.png";
  const may = (
    headers: Readonly<Record<string, string>>,
    { top = page, frames = [] as readonly string[], url = file, isDocument = false } = {},
  ): boolean => {
    const documents = new Documents(webview2Traits, () => {});
    documents.owner = { spec: plainWindow(page, "main"), events: { emit: () => {} } };
    documents.commit(top, null);
    const watch = new Frames(documents, { privateSchemes: [asset] });
    for (const frame of frames) watch.goes(frame);
    return watch.mayLoad(url, headers, isDocument);
  };

  test.each<[boolean, string, Readonly<Record<string, string>>, Parameters<typeof may>[1]]>([
    [true, "by the app's page", { referer: page }, {}],
    [true, "by the app's page that says nothing", {}, {}],
    [
      true,
      "by the app's page with frames of its own that says nothing",
      {},
      { frames: [page, "about:srcdoc", file] },
    ],
    [true, "by a script of the app's page", { origin: own }, { frames: [site] }],
    [
      true,
      "by the app's page beside a frame of another site",
      { referer: page },
      { frames: [site] },
    ],
    [false, "by a frame of another site", { referer: site }, { frames: [site] }],
    [false, "by a frame of another site that says nothing", {}, { frames: [site] }],
    [false, "by a frame without an origin", { origin: "null" }, {}],
    [
      false,
      "by a frame of an address of data that says nothing",
      {},
      { frames: ["data:text/html,x"] },
    ],
    [false, "by a page of another site that says nothing", {}, { top: site }],
    [true, "as a document, whose own policy decides", {}, { frames: [site], isDocument: true }],
    [true, "when it is not private", { referer: site }, { url: `${page}app.js` }],
  ])("%p: %s", (isLoaded, _, headers, options) => {
    expect(may(headers, options)).toBe(isLoaded);
  });
});
