// Parsers of pages, of pages' requests, of updates, and of an app's own command line.

import { parseCall, parseCallPacket } from "../../src/app/calls/packets.ts";
import { readPlaced } from "../../src/app/calls/call-order.ts";
import { parseCommandLine } from "../../src/app/arguments/parse.ts";
import type { CliConfig } from "../../src/app/arguments/argument.ts";
import { parseAccelerator } from "../../src/contract/patterns/accelerator-text.ts";
import { parseRange } from "../../src/app/pages/range.ts";
import { parseUserDirs } from "../../src/app/paths/base-directories.ts";
import { parsePath } from "../../src/app/scope/path/absolute-path.ts";
import { HttpScope } from "../../src/app/scope/network/http.ts";
import { readPath } from "../../src/app/scope/network/http-path.ts";
import { parseWindowsPath } from "../../src/app/scope/path/windows-path.ts";
import { endpointAddress } from "../../src/app/updater/check/endpoint.ts";
import { parseRelease } from "../../src/app/updater/check/release.ts";
import { openSignature, parsePublicKey } from "../../src/app/updater/check/signature.ts";
import { parseState, parseTauriState } from "../../src/app/windows/remembered/state-file.ts";
import { policyRules } from "../../src/cli/audit/policy.ts";
import { parseBuildTarget, parseTarget } from "../../src/cli/build/build-target.ts";
import { GitRules } from "../../src/cli/dev/git-rules.ts";
import { scriptAttributes, scriptsToCompile } from "../../src/cli/project/page-sources.ts";
import { PagePolicy, refusesHandlers } from "../../src/contract/page/csp.ts";
import { findCode, withNonces } from "../../src/contract/page/html.ts";
import { admittingMedia } from "../../src/contract/page/media-policy.ts";
import { mayBeRoute, pathInApp, staysOut } from "../../src/contract/page/page-path.ts";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { parseChunkIndex } from "../../src/contract/shipped/chunk-index.ts";
import { quotedArgument } from "../../src/process/quoted-argument.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { settledConfig } from "../support/config.ts";
import { attempt, type Row } from "./row.ts";

const html = [
  "<script ",
  "<script>",
  "<script src=",
  '<script src="a.ts">',
  "<title>",
  "<style></styl",
  "<a b='",
  '<a onclick="b">',
  "<a onclick=b ",
  "</a ",
  "<!--",
  "<!",
  "<",
  "<svg>",
  "<div>",
  "<script><!--<script>",
  "= ",
  "/ ",
  "&amp;",
  "<table><a>",
];

const cli = settledConfig({
  framework: {
    cli: {
      args: [
        { name: "list", short: "l", takesValue: true, multiple: true, multipleOccurrences: true },
        { name: "verbose", short: "v", multipleOccurrences: true },
        { name: "file", index: 1, multiple: true, multipleOccurrences: true },
      ],
      subcommands: { go: { args: [{ name: "x", short: "x", multipleOccurrences: true }] } },
    },
  },
}).framework.cli as CliConfig;

const origins = pageOrigins(null);

const words = (text: string): string[] => text.split("\n");

export const app: readonly Row[] = [
  {
    name: "a page",
    of: ["contract/page/html.ts", "cli/project/page-sources.ts"],
    fragments: html,
    read: (text) => {
      const tags = findCode(text);
      withNonces(text, tags, { script: "a", style: "b" });
      return [scriptAttributes(text).length, scriptsToCompile(text).length];
    },
  },
  {
    name: "a tag of a page",
    of: ["contract/page/html.ts", "cli/project/page-sources.ts"],
    fragments: ["a ", "a=", "a='b' ", "onclick=a ", "/", "= ", '"'],
    around: (text) => `<script ${text}>`,
    read: (text) => [findCode(text).length, scriptAttributes(text).length],
  },
  {
    name: "the policy that pages are sent with",
    of: ["contract/page/csp.ts", "contract/page/media-policy.ts"],
    fragments: [
      "a;,",
      "default-src 'self',",
      "default-src 'self' ",
      "script-src 'self';",
      "media-src asset: ,",
      "'none' ",
      ",",
      ";",
      "a ",
    ],
    read: (text) => {
      const sources = { origins, server: () => "http://127.0.0.1:1" };
      const policy = new PagePolicy(text, false, {
        frame: ["a"],
        script: ["b"],
        style: ["c"],
        connect: ["d"],
        adapt: admittingMedia(sources),
      });
      const page = "<script>a</script><style>b</style>";
      return [
        policy.header.length,
        policy.protect(page, () => "n").html.length,
        refusesHandlers(text),
      ];
    },
  },
  {
    name: "a policy that is audited",
    of: ["cli/audit/policy.ts"],
    fragments: ["a;,", "default-src 'self',", "script-src https: ", ","],
    read: (text) => {
      const config = settledConfig({ framework: { security: { csp: text } } });
      const page = { foreignScripts: [], filesWith: () => [], handlers: new Map(), files: 0 };
      const audited = {
        config,
        framework: config.framework,
        page,
        has: () => true,
        plugins: () => [],
      };
      return policyRules.map((rule) => rule(audited).length);
    },
  },
  {
    name: "a path inside of an app",
    of: ["contract/page/page-path.ts"],
    fragments: ["/", "a.", "../", "%2e", "%", "~", ".", "a/", "-", "#"],
    read: (text) => [staysOut(text), mayBeRoute(text), pathInApp(`/${text}`)],
  },
  {
    name: "an address that a page requests",
    of: [
      "app/scope/network/http.ts",
      "app/scope/network/http-path.ts",
      "contract/patterns/url-path.ts",
    ],
    fragments: [
      "/",
      "a",
      "%2f",
      "%252f",
      "..",
      "%u002f",
      "%c0%af",
      ";",
      ";a/",
      "\\",
      "?",
      "%",
      "//",
      "é",
    ],
    read: (text) => [
      readPath(`/${text}`).levels.length,
      new HttpScope(["https://a/*a*b/*"]).decide(`https://a/${text}`).allowed,
    ],
  },
  {
    name: "the pattern of an address that a page requests",
    of: ["app/scope/network/http.ts"],
    fragments: ["*", "a*", "[a]", "?", "/", "%2f", "[", "*a/"],
    read: (text) => attempt(() => new HttpScope([`https://a/${text}`])),
  },
  {
    name: "a path that a page names",
    of: ["app/scope/path/absolute-path.ts", "app/scope/path/windows-path.ts"],
    fragments: ["/", "a/", "\\", "..", "~1", ".", " ", ":", "\\\\?\\", "a"],
    read: (text) =>
      [
        () => parsePath(`/${text}`, "linux"),
        () => parsePath(`C:\\${text}`, "windows"),
        () => parseWindowsPath(`C:\\${text}`),
        () => parseWindowsPath(`\\\\${text}`),
      ].map(attempt),
  },
  {
    name: "a call of a page",
    of: ["app/calls/packets.ts", "app/calls/call-order.ts"],
    fragments: ['{"command":', "[", '"a":', '"', "1,", "é"],
    read: (text) => {
      const bytes = Buffer.from(`\u0000\u0000\u0000\u0000${text}`, "latin1");
      bytes.writeUInt32LE(bytes.length - 4);
      const placed = readPlaced(text);
      return [
        placed.kind,
        ...[
          () => parseCall(text),
          () => parseCall(`{"command":"a","args":${text}`),
          () => parseCallPacket(bytes),
        ].map(attempt),
      ];
    },
  },
  {
    name: "the attachments of a call",
    of: ["app/calls/packets.ts"],
    fragments: ['{"path":["a"],"length":0},', '{"path":[],"base64":""},', "{},"],
    around: (text) =>
      `{"command":"a","args":{"a":null},"attachments":[${text}{"path":["a"],"length":0}]}`,
    read: (text) => attempt(() => parseCall(text)),
  },
  {
    name: "a key combination",
    of: ["contract/patterns/accelerator-text.ts"],
    fragments: ["+", "Control+", "a+", " ", "1"],
    read: (text) => attempt(() => parseAccelerator(text, "linux")),
  },
  {
    name: "a header of ranges",
    of: ["app/pages/range.ts"],
    fragments: ["1", "0-1,", ",", "-", " ", "1 "],
    read: (text) => [parseRange(`bytes=${text}`, 1000), parseRange(`bytes=${text}-`, 1000)],
  },
  {
    name: "the user's folders",
    of: ["app/paths/base-directories.ts"],
    fragments: ["XDG_MUSIC_DIR=", 'XDG_MUSIC_DIR="$HOME/a"\n', '"', "\\", " ", "/", "XDG_A", '="'],
    read: (text) => [
      parseUserDirs(text, "/h").size,
      parseUserDirs(`XDG_MUSIC_DIR="/${text}"`, "/h").size,
    ],
  },
  {
    name: "a feed of updates",
    of: ["app/updater/check/release.ts", "contract/shipped/semver.ts"],
    fragments: ["v", "1.", "1", '"', "{", "[", "2026-01-01T00:00:00.", "a", "https://"],
    read: (text) => {
      const feed = {
        version: text,
        url: text,
        signature: text,
        pub_date: text,
        notes: text,
        chunks: text,
      };
      const good = { ...feed, version: "1.0.0", url: "https://a/b", chunks: { url: text } };
      return [
        text,
        JSON.stringify(feed),
        JSON.stringify(good),
        JSON.stringify({ platforms: text, version: text }),
      ].map((one) =>
        attempt(() => parseRelease(one, "https://a/feed", "linux-x86_64", () => undefined)),
      );
    },
  },
  {
    name: "an address of updates",
    of: ["app/updater/check/endpoint.ts"],
    fragments: ["{{", "{{target}}", "%7B%7B", "}}", "a"],
    read: (text) =>
      endpointAddress(text, {
        version: "1.0.0",
        channel: "stable",
        platform: { system: "linux", architecture: "x64" } as never,
      }),
  },
  {
    name: "a signature of an update",
    of: ["app/updater/check/signature.ts", "contract/shipped/minisign.ts"],
    fragments: ["untrusted comment: a\n", "\n", "a", "=", "trusted comment: ", "a:b\t", "\r\n"],
    read: (text) =>
      [
        () => parsePublicKey(text),
        () => openSignature(text, publicKey),
        () => openSignature(`untrusted comment: a\n${text}`, publicKey),
      ].map(attempt),
  },
  {
    name: "the index of an update",
    of: ["contract/shipped/chunk-index.ts"],
    fragments: ["\u0000", "\u0001", "FRMWCHK1", "{", "\u00ff"],
    read: (text) => {
      const description = JSON.stringify({ size: 1, sha512: "a", packing: "none" });
      const head = `FRMWCHK1${String.fromCharCode(description.length)}\u0000\u0000\u0000${description}`;
      return [text, head + text, `FRMWCHK1\u0000\u0000\u0008\u0000${text}`].map((one) =>
        attempt(() => parseChunkIndex(Buffer.from(one, "latin1"))),
      );
    },
  },
  {
    name: "a command line of an app",
    of: [
      "app/arguments/parse.ts",
      "app/arguments/rules.ts",
      "app/arguments/argument.ts",
      "app/arguments/help.ts",
    ],
    fragments: [
      "-v\n",
      "-vvv\n",
      "--list\n",
      "--list=a\n",
      "-la\n",
      "a\n",
      "go\n",
      "-x\n",
      "help\n",
      "--\n",
      "--none\n",
      "-l\n",
    ],
    read: (text) => parseCommandLine(cli, words(text), { name: "a", version: "1" }).kind,
  },
  {
    name: "one word of a command line of an app",
    of: ["app/arguments/parse.ts"],
    fragments: ["v", "l", "=", "-", "é", "x"],
    read: (text) =>
      [
        [`-v${text}`],
        [`-l${text}`],
        [`--list=${text}`],
        [`--${text}`],
        ["go", `-x${text}`],
        ["help", text],
      ].map((tokens) => parseCommandLine(cli, tokens, { name: "a", version: "1" }).kind),
  },
  {
    name: "many words that name a command for help",
    of: ["app/arguments/parse.ts"],
    fragments: ["go\n", "a\n"],
    around: (text) => `help\n${text}`,
    read: (text) => parseCommandLine(cli, words(text), { name: "a", version: "1" }).kind,
  },
  {
    name: "a target of a build",
    of: ["cli/build/build-target.ts"],
    fragments: ["-", "linux-", "a", "x86_64-", " "],
    read: (text) => {
      const host = { system: "linux", architecture: "x64" } as never;
      return [attempt(() => parseTarget(text, host)), attempt(() => parseBuildTarget(text, host))];
    },
  },
  {
    name: "an argument of a program of Windows",
    of: ["process/quoted-argument.ts"],
    fragments: ["\\", '"', '\\"', " "],
    read: quotedArgument,
  },
  {
    name: "rules of .gitignore",
    of: ["cli/dev/git-rules.ts"],
    fragments: ["a\n", "*\n", "**/", "!a\n", "a/", "[", "\\ ", " ", "*", "?", "#\n"],
    read: (text) => {
      using dir = tempDir({ ".git/HEAD": "", ".gitignore": text });
      return new GitRules(dir.path).ignores(`${dir.path}/some/file.ts`);
    },
  },
  {
    name: "the record of windows",
    of: ["app/windows/remembered/state-file.ts"],
    fragments: [
      '{"version":1,"windows":{',
      '"a":{"position":{"x":1,"y":',
      '"size":',
      "{",
      "\0",
      "\u0001\0\0\0\0\0\0\0",
    ],
    read: (text) => [parseState(text), parseTauriState(new TextEncoder().encode(text))],
  },
];

const publicKey = parsePublicKey(
  "untrusted comment: a\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n",
);
