import { expect, test } from "bun:test";
import { startInMemory } from "../support/app/memory-app.ts";

interface Link {
  readonly localName?: string;
  readonly href?: unknown;
  readonly target?: unknown;
}

/**
 * The addresses that the system was asked to open, and true if the engine's default action was
 * allowed.
 */
async function follow(
  act: (page: Awaited<ReturnType<typeof startInMemory>>["page"]) => unknown,
  allow = ["shell.open"],
) {
  const opened: string[] = [];
  const reports: unknown[] = [];
  const { error } = console;
  console.error = (report: unknown) => reports.push(report);
  try {
    using app = await startInMemory({ allow });
    const result = act(app.page);
    // The effect of the page's timer comes before this, and a later call is answered later.
    await new Promise((done) => setTimeout(done));
    await app.page.invoke("app.getName", {});
    for (const each of app.platform.recorded)
      if (each.call === "shell.open") opened.push(each.args.address);
    return { opened, result, reports };
  } finally {
    console.error = error;
  }
}

/** A click on a link, which the page sees behind the framework. */
function click(
  link: Link,
  page: { readonly document: EventTarget },
  seen: (event: Event) => void = () => {},
) {
  const event = new Event("click", { cancelable: true });
  const path = [{ localName: "b" }, { localName: "a", ...link }, { localName: "body" }];
  Object.defineProperty(event, "composedPath", { value: () => path });
  page.document.addEventListener("click", seen);
  page.document.dispatchEvent(event);
  return event;
}

for (const [what, link, opened] of [
  [
    "to a new window",
    { href: "https://example.org/a?b#c", target: "_blank" },
    "https://example.org/a?b#c",
  ],
  [
    "to a window of a name that no frame has",
    { href: "http://a.example/", target: "docs" },
    "http://a.example/",
  ],
  ["to a mail", { href: "mailto:a@example.org" }, "mailto:a@example.org"],
  ["to a number", { href: "tel:4930123", target: "_self" }, "tel:4930123"],
  ["in a drawing", { href: { baseVal: "mailto:a@b.c" }, target: { baseVal: "" } }, "mailto:a@b.c"],
  ["that stays in its window", { href: "https://example.org/" }, null],
  ["to a page of the app", { href: "/help.html", target: "_blank" }, null],
  ["to a file", { href: "file:///etc/passwd", target: "_blank" }, null],
  ["to a script", { href: "javascript:alert(1)", target: "_blank" }, null],
  ["to nothing", { target: "_blank" }, null],
] as const) {
  test(`a link ${what}: ${opened ?? "is left to the engine"}`, async () => {
    const { opened: found, result } = await follow((page) => {
      let seen = true;
      const event = click(link, page, ({ defaultPrevented }) => (seen = defaultPrevented));
      return { seen, isOurs: Object.hasOwn(event, "defaultPrevented") };
    });
    expect(found).toEqual(opened === null ? [] : [opened]);
    // To the page it looks as always.
    expect(result).toEqual({ seen: false, isOurs: opened !== null });
  });
}

test("a page that handles a click itself, or keeps it from going on, has its say", async () => {
  const link = { href: "mailto:a@example.org" };
  for (const handle of [
    (event: Event) => event.preventDefault(),
    (event: Event) => (event.returnValue = false),
  ]) {
    expect(await follow((page) => click(link, page, handle).defaultPrevented)).toMatchObject({
      opened: [],
      result: true,
    });
  }
  const { opened } = await follow((page) =>
    click(link, page, (event) => event.stopImmediatePropagation()),
  );
  expect(opened).toEqual(["mailto:a@example.org"]);
});

for (const [args, opened] of [
  [["https://example.org/"], ["https://example.org/"]],
  [["https://example.org/", "docs"], ["https://example.org/"]],
  [["mailto:a@example.org", "_self"], ["mailto:a@example.org"]],
  [["https://example.org/", "_self"], []],
  [["/help.html"], []],
  [[], []],
] as const) {
  test(`window.open(${args.join(", ")}) opens ${opened.join() || "nothing outside"}`, async () => {
    expect(await follow((page) => page.open(...args))).toEqual({
      opened: [...opened],
      result: null,
      reports: [],
    });
  });
}

test("without the flag nothing is opened, and the page's console says why", async () => {
  const reason =
    'Cannot run "shell.open" from window "main": set framework.allowlist.shell.open to true';
  for (const act of [
    (page: Parameters<Parameters<typeof follow>[0]>[0]) => page.open("https://example.org/"),
    (page: Parameters<Parameters<typeof follow>[0]>[0]) =>
      void click({ href: "https://example.org/", target: "_blank" }, page),
  ]) {
    const { opened, reports } = await follow(act, []);
    expect({ opened, reports }).toEqual({
      opened: [],
      reports: [`Cannot follow the link to "https://example.org/": ${reason}`],
    });
  }
});

interface Drop {
  readonly over?: string;
  readonly take?: (event: Event) => void;
  /** Earlier events in the page, for an element that may be gone. */
  readonly before?: readonly string[];
  readonly isConnected?: boolean;
}

/**
 * A drag over a page with a drop, as its listener sees it. True if the engine's default action was
 * allowed.
 */
async function drop(
  types: readonly string[],
  { over = "p", take = () => {}, before = [], isConnected = true }: Drop = {},
) {
  using app = await startInMemory({});
  const { window } = app.page;
  for (const name of before) {
    const event = new Event(name);
    Object.defineProperty(event, "composedPath", { value: () => [{ isConnected }] });
    window.dispatchEvent(event);
  }
  const seen: string[] = [];
  for (const name of ["dragover", "drop"]) {
    window.addEventListener(name, (event) => {
      seen.push(event.type);
      take(event);
    });
  }
  const engineDoes: string[] = [];
  for (const name of ["dragenter", "dragover", "drop"]) {
    const event = Object.assign(new Event(name, { cancelable: true }), {
      dataTransfer: { types, effectAllowed: "all" },
    });
    const target = { matches: (selector: string) => selector.split(", ").includes(over) };
    Object.defineProperty(event, "composedPath", { value: () => [target] });
    if (window.dispatchEvent(event)) engineDoes.push(name);
  }
  return { seen, engineDoes };
}

const link = ["text/plain", "text/html", "text/uri-list"];
const all = ["dragenter", "dragover", "drop"];

test("an address that is dropped on a page that does not take it goes nowhere, unseen", async () => {
  expect(await drop(link)).toEqual({ seen: ["dragover"], engineDoes: [] });
});

test("an address that the page takes is the page's", async () => {
  const take = (event: Event): void => event.preventDefault();
  expect(await drop(link, { take })).toEqual({ seen: ["dragover", "drop"], engineDoes: [] });
});

test("an address that is dragged from the page itself is left to the engine, which does not go there", async () => {
  const taken = { seen: ["dragover", "drop"], engineDoes: all };
  expect(await drop(link, { before: ["dragstart"] })).toEqual(taken);
  for (const end of ["dragend", "drop", "mouseup"])
    expect(await drop(link, { before: ["dragstart", end] })).toEqual({
      seen: ["dragover"],
      engineDoes: [],
    });
  // A removed element sends no end, so the next drag may belong to another one.
  const before = ["dragstart"];
  expect(await drop(link, { before, isConnected: false })).toEqual({
    seen: ["dragover"],
    engineDoes: [],
  });
});

for (const [what, types, over] of [
  ["an address over a field", link, ":read-write"],
  ["a file over a field for files", ["text/uri-list", "Files"], "input[type=file]"],
  ["text", ["text/plain", "text/html"], "p"],
] as const) {
  test(`${what} is left to the engine`, async () => {
    expect(await drop(types, { over })).toEqual({ seen: ["dragover", "drop"], engineDoes: all });
  });
}
