import { expect, test as onLinux, test } from "bun:test";
import { Assets } from "../../src/app/pages/assets.ts";
import { thisHost } from "../../src/app/process/host.ts";
import { startApp } from "../../src/app/start.ts";
import type { PageResponse } from "../../src/contract/ui/index.ts";
import type { ToApp } from "../../src/contract/page/message.ts";
import { noncePlaceholder, PagePolicy, parseCsp, renderCsp } from "../../src/contract/page/csp.ts";
import { admittingMedia } from "../../src/contract/page/media-policy.ts";
import { findCode } from "../../src/contract/page/html.ts";
import { Random } from "../scope/random.ts";
import { appParts } from "../support/app/app-parts.ts";
import { memoryAppSpec, startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { addressHere, testOnEach } from "../support/each-system.ts";

type Given = ConstructorParameters<typeof PagePolicy>[0];

/** The header of a page, its nonces written as `script` and `style`. */
function header(csp: Given, page: string, untouched: boolean | string[] = false): string {
  const nonces = ["script", "style"];
  return new PagePolicy(csp, untouched).protect(page, () => nonces.shift() as string).header;
}

const script = "<script>1</script>";
const style = "<style>a{}</style>";

for (const [what, csp, page, expected] of [
  ["a page without code", "default-src 'self'", "<p>", "default-src 'self'"],
  [
    "a page with files only",
    "script-src 'self'",
    `<script src="a.js"></script>`,
    "script-src 'self'",
  ],
  ["a script", "script-src 'self'", script, "script-src 'self' 'nonce-script'"],
  ["a style", "style-src 'self'", style, "style-src 'self' 'nonce-style'"],
  [
    "both",
    "style-src a.b; script-src c.d",
    script + style,
    "style-src a.b 'nonce-style'; script-src c.d 'nonce-script'",
  ],
  [
    "a created directive, which keeps what default-src allowed",
    "default-src 'self' https://cdn.example; img-src *",
    script,
    "default-src 'self' https://cdn.example; script-src 'self' https://cdn.example 'nonce-script'; img-src *",
  ],
  [
    "the directive for elements, which decides where there is one",
    "script-src a.b; script-src-elem 'self'",
    script,
    "script-src a.b; script-src-elem 'self' 'nonce-script'",
  ],
  ["a policy that says nothing of scripts", "img-src 'self'", script, "img-src 'self'"],
  ["'none', which is meant", "script-src 'none'", script, "script-src 'none'"],
  ["no source at all, which is 'none'", "script-src", script, "script-src"],
  [
    "'unsafe-inline', which a nonce would switch off",
    "script-src 'unsafe-inline'",
    script,
    "script-src 'unsafe-inline'",
  ],
  [
    "'unsafe-inline' that is switched off already",
    "script-src 'unsafe-inline' 'sha256-abc='",
    script,
    "script-src 'unsafe-inline' 'sha256-abc=' 'nonce-script'",
  ],
  [
    "files where 'strict-dynamic' makes engines ignore addresses",
    "script-src 'strict-dynamic'",
    `<script src="a.js"></script>`,
    "script-src 'strict-dynamic' 'nonce-script'",
  ],
  [
    "data, which no engine runs",
    "script-src 'self'",
    `<script type="application/json">{}</script>`,
    "script-src 'self'",
  ],
  [
    "a nonce of the author's own",
    "script-src 'nonce-a'",
    `<script nonce="a">1</script>`,
    "script-src 'nonce-a'",
  ],
  [
    "the second of two equal directives, which engines ignore",
    "script-src a.b; script-src c.d",
    script,
    "script-src a.b 'nonce-script'",
  ],
  [
    "TRI-029: what a meta element cannot say",
    "sandbox allow-scripts; frame-ancestors 'none'; script-src 'self'",
    script,
    "sandbox allow-scripts; frame-ancestors 'none'; script-src 'self' 'nonce-script'",
  ],
  [
    "two policies, which both must allow",
    "script-src 'self', default-src 'self'",
    script,
    "script-src 'self' 'nonce-script', default-src 'self'; script-src 'self' 'nonce-script'",
  ],
  [
    "two policies, of which one says nothing of scripts",
    "script-src 'self', img-src *",
    script,
    "script-src 'self' 'nonce-script', img-src *",
  ],
  [
    "two policies, of which one means 'none'",
    "script-src 'self', script-src 'none'",
    script,
    "script-src 'self' 'nonce-script', script-src 'none'",
  ],
  [
    "a directive in another case of letters",
    "script-src 'Strict-Dynamic'",
    `<script src="a.js"></script>`,
    "script-src 'Strict-Dynamic' 'nonce-script'",
  ],
  [
    "an object",
    { "script-src": ["'self'", "a.b"], "img-src": "* data:" },
    script,
    "script-src 'self' a.b 'nonce-script'; img-src * data:",
  ],
  [
    "line breaks and letter case",
    "\n  SCRIPT-SRC\t'self' ;\n ; ",
    script,
    "script-src 'self' 'nonce-script'",
  ],
] as const) {
  test(`the policy of ${what}`, () => expect(header(csp as Given, page)).toBe(expected));
}

for (const [csp, expected] of [
  [
    "default-src 'self'",
    "default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws://a.b",
  ],
  ["style-src 'self'; img-src *", "style-src 'self' 'unsafe-inline'; img-src *"],
  ["style-src 'none'; connect-src 'none'", "style-src 'none'; connect-src ws://a.b"],
  ["img-src *", "img-src *"],
] as const) {
  test(`the sources that development needs are added to ${csp}, and no style gets a nonce`, () => {
    const added = { style: ["'unsafe-inline'"], connect: ["ws://a.b"] };
    const protectedPage = new PagePolicy(csp, false, added).protect(style, () => "nonce");
    expect(protectedPage).toEqual({ header: expected, html: style });
  });
}

// Each row: what an author writes, and what pages are sent with where the engine plays nothing from
// the app's schemes.
const server = "http://127.0.0.1:4000";
const adapt = admittingMedia({
  origins: { app: "framework://localhost", asset: "asset://localhost" },
  server: () => server,
});
for (const [csp, expected] of [
  [
    "default-src 'self'; media-src 'self' asset: https://asset.localhost",
    `default-src 'self'; connect-src 'self' framework://localhost asset://localhost/media; media-src 'self' asset: https://asset.localhost blob: ${server}`,
  ],
  [
    "default-src 'self' asset:; connect-src 'none'",
    `default-src 'self' asset:; media-src 'self' asset: blob: ${server}; connect-src framework://localhost asset://localhost/media`,
  ],
  [
    "media-src asset://localhost/%2Fhome%2Fa/",
    `media-src asset://localhost/%2Fhome%2Fa/ blob: ${server}`,
  ],
  [
    "media-src 'self'; connect-src ipc:",
    "media-src 'self' blob:; connect-src ipc: framework://localhost",
  ],
  ["connect-src 'self'", "connect-src 'self'"],
  ["default-src 'none'; media-src 'none'", "default-src 'none'; media-src 'none'"],
  ["default-src https:; img-src asset:", "default-src https:; img-src asset:"],
  ["media-src https: asset.example", "media-src https: asset.example"],
  // Both count, so what one of them refuses is refused.
  ["media-src asset:, media-src 'none'", `media-src asset: blob: ${server}, media-src 'none'`],
] as const) {
  test(`the source of media at another address is added to ${csp}`, () => {
    expect(new PagePolicy(csp, false, { adapt }).header).toBe(expected);
  });
}

test("a policy gets no source of the user's files where pages may load none", () => {
  const own = admittingMedia({
    origins: { app: "framework://localhost", asset: "asset://localhost" },
    server: null,
  });
  const header = (csp: string) => new PagePolicy(csp, false, { adapt: own }).header;
  expect(header("media-src asset:")).toBe("media-src asset:");
  expect(header("default-src 'self' asset:")).toBe(
    "default-src 'self' asset:; connect-src 'self' asset: framework://localhost; media-src 'self' asset: blob:",
  );
});

test("directives in dangerousDisableAssetCspModification get no address of media, either", () => {
  const csp = "default-src 'self'; media-src asset:";
  const header = (untouched: boolean | string[]) =>
    new PagePolicy(csp, untouched, { adapt }).header;
  expect(header(true)).toBe(csp);
  expect(header(["media-src"])).toBe(
    "default-src 'self'; connect-src 'self' asset://localhost/media; media-src asset:",
  );
  expect(header(["connect-src"])).toBe(`${csp} blob: ${server}`);
});

test("directives in dangerousDisableAssetCspModification do not change", () => {
  const page = script + style;
  expect(header("default-src 'self'", page, true)).toBe("default-src 'self'");
  expect(header("default-src 'self'", page, ["style-src"])).toBe(
    "default-src 'self'; script-src 'self' 'nonce-script'",
  );
  expect(header("default-src 'self'", page, ["default-src"])).toBe("default-src 'self'");
  expect(header("script-src 'self'; style-src 'self'", page, ["script-src"])).toBe(
    "script-src 'self'; style-src 'self' 'nonce-style'",
  );
});

test("each answer has nonces of its own, which are the ones in its page, and its bytes are the file's", () => {
  // In whatever encoding it is.
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString("latin1");
  const [before, after] = [`<!doctype html><p title="`, `${bytes.replace('"', "")}">`];
  using dir = tempDir({
    "index.html": Buffer.from(
      `${before}${after}${style}\n<SCRIPT\ntype=module >1</SCRIPT>`,
      "latin1",
    ),
  });
  const policy = new PagePolicy("default-src 'self'", false);
  const assets = new Assets(
    { kind: "folder", folder: dir.path },
    { path: "", descriptor: -1 },
    () => policy,
  );
  const seen = Array.from({ length: 100 }, () => {
    const { headers, body } = assets.respond({
      method: "GET",
      url: "framework://localhost/",
      headers: {},
    });
    const header = headers["content-security-policy"] ?? "";
    const [, scripts] = /script-src 'self' 'nonce-([^']{24})'/.exec(header) ?? [];
    const [, styles] = /style-src 'self' 'nonce-([^']{24})'/.exec(header) ?? [];
    expect(body.kind === "bytes" && Buffer.from(body.bytes).toString("latin1")).toBe(
      `${before}${after}<style nonce="${styles}">a{}</style>\n<SCRIPT nonce="${scripts}"\ntype=module >1</SCRIPT>`,
    );
    return [scripts, styles];
  });
  expect(new Set(seen.flat()).size).toBe(200);
});

for (const [what, page, found] of [
  ["a comment", "<!-- <script>1</script> -->", 0],
  ["a comment that ends at once", "<!--><script>1</script>-->", 1],
  ["a title", "<title><script>1</script></title>", 0],
  ["a style", "<style><script>1</script></style>", 1],
  ["an attribute", `<p title="<script>"><p title='<style>'>`, 0],
  ["a script that writes one", `<script>document.write("<script>")</script>`, 1],
  ["a script in a comment in a script", "<script><!-- <script></script><style> --></script>", 1],
  ["a tag that never ends", `<script type="`, 0],
  ["text", "1 < 2 <3 </ p>", 0],
  ["svg, whose tags close themselves", "<svg><style/><script href=a /></svg><script>1</script>", 3],
  ["a tag with a longer name", "<scripts><style-x>", 0],
  ["an end tag", "</script><style>", 1],
  ["a script that writes one in a comment", "<script><!-- <script> --> </script><style>", 2],
  ["a comment twice in a script", "<script><!-- <script> <!-- </script><style> --></script>", 1],
  ["a value whose quote is not closed", `<script a="x><style>`, 0],
  ["a value without quotes that ends in a slash", "<svg a=b/><script/><style></style></svg>", 2],
  ["an end tag that is none", `</ a="><script>1</script>">`, 1],
  ["the end of an svg that never began", "</svg><svg><style/><script href=a /></svg>", 2],
  [
    "tags with a tab, a new page and a slash",
    "<script\ta></script><script\fa></script><script/a></script>",
    3,
  ],
  [
    "a nonce and a type in capitals",
    `<script NONCE=a></script><script TYPE=text/plain></script>`,
    0,
  ],
  ["a script behind a comment in a script", "<script><!-- --> <style> </script>", 1],
  ["a script that seems to close itself", "<script/><style></script>", 1],
  ["an svg that closes itself", "<svg/><script/><style></script>", 1],
  [
    "math, whose tags close themselves",
    "<math><style/><script href=a /></math><script>1</script>",
    3,
  ],
  ["a tag that says two types", `<script type="text/plain" type="module"></script>`, 0],
  [
    "each type of JavaScript",
    "<script type=text/ecmascript></script><script type=text/jscript></script>",
    2,
  ],
  ["plain text", "<plaintext><script>1</script>", 0],
] as const) {
  test(`the code found in ${what}`, () => expect(findCode(page)).toHaveLength(found));
}

test("a script whose source is in capitals is in a file", () => {
  const [tag] = findCode("<SCRIPT SRC=a>");
  expect(tag).toEqual({ kind: "script", isInline: false, place: 7 });
});

const words = [
  "<script",
  "<SCRIPT ",
  "</script",
  "<style>",
  "</style>",
  "<!--",
  "-->",
  "--!>",
  ">",
  "/>",
  '"',
  "'",
  "=",
  " ",
  "\n",
  "src=x",
  "type=module",
  "type='application/json'",
  "nonce=1",
  "<p ",
  "<title>",
  "</title>",
  "<svg>",
  "</svg>",
  "\0",
  "<textarea>",
  "</textarea >",
  "<?",
  "<!",
  "</",
  "é",
  "\u{1f600}",
  "<",
  "a",
];

test("pages of 100,000 kinds keep every byte but for nonces, and only tags of code get one", () => {
  const random = new Random(5);
  const policy = new PagePolicy("default-src 'self'", false);
  const inserted = ' nonce="N"';
  for (let round = 0; round < 100_000; round++) {
    const bytes = Buffer.from(random.list(1, 14, () => random.pick(words)).join(""));
    // Not everything that calls itself HTML is UTF-8.
    if (random.below(4) === 0) bytes[random.below(bytes.length)] = 128 + random.below(128);
    const page = bytes.toString("latin1");
    const { html: changed } = policy.protect(page, () => "N");
    expect(changed.replaceAll(inserted, "")).toBe(page);
    for (const { index } of changed.matchAll(/ nonce="N"/g)) {
      expect(changed.slice(0, index)).toMatch(/<(?:script|style)$/i);
    }
  }
});

// Another reader of HTML, which follows the standard: what it finds in pages that are whole, is
// found here.
test("an independent parser finds the same code in 100,000 pages", () => {
  const random = new Random(6);
  const whole = [
    "<p>text</p>",
    "<script>1</script>",
    "<script src=a></script>",
    "<style>a{}</style>",
    "<!-- <script> -->",
    "<title><style></title>",
    "<textarea><script></textarea>",
    `<a title="<script>">x</a>`,
    "<script\n type=module>2</script >",
    "<script><!-- <script>3</script><style> --></script>",
    "<SCRIPT>if (1<2) '</p>'</SCRIPT>",
    "<!doctype html>",
    "<br/>",
    "1 < 2",
    "<noscript><style>b</style></noscript>".replace(/<style>.*<\/style>/, "x"),
    "<!-->",
    "<?xml?>",
    "</p x='>'>",
  ];
  for (let round = 0; round < 100_000; round++) {
    const page = random.list(1, 8, () => random.pick(whole)).join("");
    let expected = 0;
    new HTMLRewriter().on("script, style", { element: () => void expected++ }).transform(page);
    expect([page, findCode(page).length]).toEqual([page, expected]);
  }
});

test("a written policy is read as the same policy again, for 100,000 policies", () => {
  const random = new Random(7);
  const pieces = [
    "script-src",
    "default-src",
    "'self'",
    "'none'",
    "https://a.b",
    " ",
    "\t",
    ";",
    ";;",
    ",",
    "\n",
    "IMG-SRC",
    "*",
    "'nonce-x'",
    "é",
  ];
  for (let round = 0; round < 100_000; round++) {
    const text = random.list(0, 12, () => random.pick(pieces)).join(" ".repeat(random.below(2)));
    const policies = parseCsp(text);
    const written = renderCsp(policies);
    const again = parseCsp(written);
    expect(again).toMatchObject(
      policies.map((policy) => policy.map(({ name, sources }) => ({ name, sources }))) as never,
    );
    expect(renderCsp(again)).toBe(written);
    for (const [index, source] of policies
      .flat()
      .flatMap(({ sources, starts }) =>
        sources.map((each, at) => [starts[at] ?? -1, each] as const),
      )) {
      expect(text.slice(index, index + source.length)).toBe(source);
    }
  }
});

for (const [mode, security, expected] of [
  ["release", { csp: "img-src a", devCsp: "img-src b" }, "img-src a"],
  ["debug", { csp: "img-src a", devCsp: "img-src b" }, "img-src a"],
  ["dev", { csp: "img-src a", devCsp: "img-src b" }, "img-src b"],
  ["dev", { csp: "img-src a" }, "img-src a"],
  ["release", { devCsp: "img-src b" }, undefined],
  [
    "release",
    { csp: { "img-src": ["a", "b"], "object-src": "'none'" } },
    "img-src a b; object-src 'none'",
  ],
] as const) {
  testOnEach(
    `every page of a ${mode} app with ${JSON.stringify(security)} has the policy ${expected ?? "none"}`,
    async () => {
      using dir = tempDir({
        "index.html": "<p>",
        "sub/other.html": "<p>",
        "a.js": "1",
        "a.pdf": "%PDF-",
      });
      using app = await startInMemory({
        mode,
        assets: { kind: "folder", folder: dir.path },
        config: { framework: { security: security as object } },
      });
      const policy = async (path: string): Promise<unknown> =>
        (await app.platform.request("main", addressHere(`framework://localhost/${path}`))).headers[
          "content-security-policy"
        ];
      expect([await policy(""), await policy("sub/other")]).toEqual([expected, expected]);
      // Each is a document where a page shows it, and a script may be a worker's.
      for (const path of ["a.js", "missing.png", "__ipc/call", "%zz"])
        expect([path, await policy(path)]).toEqual([path, expected]);
      // Its document is the engine's, with styles in its tags.
      const ofPdf =
        expected &&
        "default-src 'none'; object-src 'self' about:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
      expect(await policy("a.pdf")).toEqual(ofPdf);
    },
  );
}

testOnEach("isolation adds its frame to what pages may show, and nothing else", async () => {
  const source = { kind: "pack", files: {} } as const;
  const frames = async (csp: string): Promise<unknown> => {
    using dir = tempDir({ "index.html": "<p>" });
    using app = await startInMemory({
      isolation: source,
      assets: { kind: "folder", folder: dir.path },
      config: { framework: { security: { csp } } },
    });
    return (await app.platform.request("main", addressHere("framework://localhost/"))).headers[
      "content-security-policy"
    ];
  };
  const own = addressHere("framework-isolation://localhost");
  expect(await frames("frame-src 'none'; img-src a")).toBe(`frame-src ${own}; img-src a`);
  expect(await frames("frame-src 'NONE'; img-src a")).toBe(`frame-src ${own}; img-src a`);
  expect(await frames("default-src 'self'; media-src 'none'")).toBe(
    `default-src 'self'; frame-src 'self' ${own}; media-src 'none'`,
  );
  expect(await frames("child-src a; default-src 'none'")).toBe(
    `child-src a ${own}; default-src 'none'`,
  );
  expect(await frames("script-src 'self'")).toBe("script-src 'self'");
});

onLinux("a page that asks before the engine is known has the policy, too", async () => {
  using dir = tempDir({ "index.html": "<p>" });
  const config = { framework: { security: { csp: "default-src 'self'" } } };
  const appSpec = memoryAppSpec({
    system: "linux",
    config,
    assets: { kind: "folder", folder: dir.path },
  });
  const url = "framework://localhost/";
  const payload = { request: 1, window: "main", method: "GET", url, headers: {}, call: null };
  const answered = Promise.withResolvers<PageResponse>();
  let receive: (message: ToApp) => void = () => {};
  // `app.begin` stays without its answer.
  void startApp({
    channel: {
      post(message) {
        if (message.call === "app.begin")
          queueMicrotask(() => receive({ kind: "event", event: "page.request", payload }));
        if (message.call === "page.respond") answered.resolve(message.args.response);
      },
      listen: (listener) => (receive = listener),
    },
    hostOf: thisHost,
    appSpec,
    executable: process.execPath,
    pack: { path: process.execPath, descriptor: -1 },
    arguments: [],
    loadDefinition: async () => undefined,
    parts: await appParts(appSpec.config),
  });
  expect((await answered.promise).headers["content-security-policy"]).toBe("default-src 'self'");
});

test("a policy as the content of a meta has a nonce of the document, and no directive for headers alone", () => {
  const metas = (csp: string, untouched: boolean | readonly string[] = false) =>
    new PagePolicy(csp, untouched).metas;
  expect(
    metas("default-src 'self'; frame-ancestors 'none'; report-uri /r, img-src a; sandbox"),
  ).toEqual([`default-src 'self'; script-src 'self' 'nonce-${noncePlaceholder}'`, "img-src a"]);
  expect(metas("script-src 'self' 'unsafe-inline'")).toEqual(["script-src 'self' 'unsafe-inline'"]);
  expect(metas("default-src 'none'")).toEqual(["default-src 'none'"]);
  expect(metas("script-src 'self'", ["script-src"])).toEqual(["script-src 'self'"]);
});
