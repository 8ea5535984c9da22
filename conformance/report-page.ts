import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "../src/testing/report.ts";
import { summaryOf, type CaseResult, type Part, type Report } from "./report.ts";

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8884; }
td.time { text-align: right; white-space: nowrap; }
tr.failed td:first-child { color: #c33; font-weight: bold; }
tr.skipped { opacity: .75; }
pre { white-space: pre-wrap; margin: .3rem 0; }
img { max-width: 100%; border: 1px solid #8888; }
summary { cursor: pointer; }`;

/** A report as a single HTML file, with its pictures embedded. */
export function renderPage(report: Report, pictures: string): string {
  const { begun, seconds, machine, parts } = report;
  const facts = Object.entries(machine).map(
    ([label, value]) => `<tr><th>${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Conformance: ${escaped(summaryOf(report))}</title>
<style>${style}</style>
<h1>Conformance report</h1>
<p><b>${escaped(summaryOf(report))}</b>. Begun ${escaped(begun)}, ${seconds} seconds.</p>
<table>${facts.join("\n")}</table>
${parts.map((part) => renderPart(part, pictures)).join("\n")}
</html>
`;
}

function renderPart(part: Part, pictures: string): string {
  return `<h2>${escaped(part.name)}</h2>
<p>${escaped(part.shows)} ${escaped(summaryOf({ parts: [part] }))}.</p>
<table>
<tr><th>Outcome</th><th>Case</th><th>Time</th></tr>
${part.cases.map((one) => renderCase(one, pictures)).join("\n")}
</table>`;
}

function renderCase(one: CaseResult, pictures: string): string {
  const { name, outcome, milliseconds, text, picture } = one;
  const words = text === null ? "" : `<pre>${escaped(text)}</pre>`;
  const shown =
    picture === null
      ? ""
      : `<details${outcome === "failed" ? " open" : ""}><summary>picture</summary><img loading="lazy" alt="${escaped(name)}" src="${dataAddress(join(pictures, picture))}"></details>`;
  const time = milliseconds === null ? "" : `${Math.round(milliseconds)} ms`;
  return `<tr class="${outcome}"><td>${outcome}</td><td>${escaped(name)}${words}${shown}</td><td class="time">${time}</td></tr>`;
}

const dataAddress = (path: string): string =>
  `data:image/png;base64,${readFileSync(path).toString("base64")}`;
