// Features that a front end left to the web engine, and that the engine does not have here, are in
// the list of `migrate`.

import { expect, test } from "bun:test";
import { migrate, part, tauriConf } from "./migrated.ts";

async function leftOf(page: string, settings: Readonly<Record<string, unknown>> = {}) {
  return part(
    await migrate({
      "src-tauri/tauri.conf.json": tauriConf(settings),
      "page/a.tsx": `\n${page}\n`,
    }),
    "Left for you:",
  );
}

const download =
  "the engine downloads nothing here: ask for a path by save of framework/api/dialog, and write the file by framework/api/fs";
const print = "printing needs framework.allowlist.window.print";
const permission = (what: string): string =>
  `no page is given the permission for ${what} here: see docs/reference/engine-powers.md`;
const clipboard =
  "no page reads the clipboard by itself here: use readText of framework/api/clipboard";

// Each row: a line of a page, and the message about it. `null`: none.
const rows: readonly (readonly [code: string, received: string | null])[] = [
  ["link.download = 'notes.html'; link.click();", download],
  ["link.setAttribute('download', name);", download],
  ["<a href={url} className='save' download='notes.html'>Save</a>", download],
  ["<a download href={url}>Save</a>", download],
  ["import { saveAs } from 'file-saver';", `"file-saver" saves by a download: ${download}`],
  ["const { jsPDF } = require('jspdf');", `"jspdf" saves by a download: ${download}`],
  ["const pdf = await import('html2pdf.js');", `"html2pdf.js" saves by a download: ${download}`],
  ["<button onClick={() => window.print()}>Print</button>", print],
  ["import { useReactToPrint } from 'react-to-print';", `"react-to-print" prints: ${print}`],
  ["navigator.geolocation.getCurrentPosition(f);", permission("geolocation")],
  ["await navigator.mediaDevices.getUserMedia({ audio: true });", permission("getUserMedia")],
  ["await navigator.clipboard.readText();", clipboard],
  ["await navigator.clipboard.writeText(text);", null],
  ["if (file.download === true) start(file);", null],
  ["// link.download = 'a'; window.print()", null],
  ["const help = 'link.download = it, window.print()';", null],
  ["<a href='/download'>Download</a>", null],
  ["const printed = windowed.print(); sheet.print();", null],
];
for (const [code, output] of rows) {
  test(`${code} is ${output === null ? "not " : ""}reported`, async () => {
    expect(await leftOf(code)).toEqual(output === null ? [] : [`page/a.tsx:2  ${output}`]);
  });
}

for (const allowlist of [{ all: true }, { window: { all: true } }, { window: { print: true } }]) {
  test(`printing is not reported where ${JSON.stringify(allowlist)} allows it`, async () => {
    expect(await leftOf("window.print(); import 'print-js';", { allowlist })).toEqual([]);
  });
}

test("the report names each kind once for a file, at its first place", async () => {
  expect(await leftOf("a.setAttribute('download', b);\na.download = b;\nwindow.print();")).toEqual([
    `page/a.tsx:2  ${download}`,
    `page/a.tsx:4  ${print}`,
  ]);
});

test("a script that a tool made is passed over", async () => {
  const { out } = await migrate({
    "src-tauri/tauri.conf.json": tauriConf(),
    "page/bundle.js": `a.download = b;${"f();".repeat(600)}`,
  });
  expect(out).not.toContain("Left for you");
});
