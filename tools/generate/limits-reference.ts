import { longestText } from "../../src/bundler/macos/info-plist.ts";
import { maxMember } from "../../src/bundler/write/ar.ts";
import { longestFile } from "../../src/bundler/windows/long-paths.ts";
import { maxPacked } from "../../src/bundler/windows/nsis/nsis.ts";
import { maxCabinet } from "../../src/bundler/write/cab.ts";
import { longestExecutable } from "../../src/cli/build/compile/compile.ts";
import { maxLines } from "../../src/cli/first-lines.ts";
import { longest as longestSource } from "../../src/cli/migrate/front-end/files.ts";
import { longest as longestRust } from "../../src/cli/migrate/rust/files.ts";
import { maxUses } from "../../src/cli/project/use-record.ts";
import { maxProblems } from "../../src/config/report/problem-list.ts";
import { maxCharacters, maxItems } from "../../src/config/shape/check.ts";
import { limits, limitTexts, type Limit, type LimitText } from "../../src/contract/limits.ts";
import { limits as fileLimits } from "../../src/disk/read.ts";

/** `docs/reference/limits.md`: the limits of a page's requests, and of the tool's input. */
export function limitsReference(): string {
  const rows = Object.entries<Limit>(limits).map(([name, { most }]) => {
    const { of, what, more } = limitTexts[name as keyof typeof limits];
    return row(what, most, of, more);
  });
  return `<!-- Written by tools/generate.ts from src/contract/limits.ts and the tool's own limits. -->

# Limits

## Of a page

The app handles the calls of one page beside those of all other windows. So that one page cannot slow the others, the
app checks each limit before it copies, lays out or unpacks anything. Ordinary use meets none of them.

| What | At most | More |
| --- | --- | --- |
${rows.join("\n")}

## Of the tool

A project may come from a stranger. Each file that the tool reads must be a regular file: a pipe, a socket or a device
in its place is an error. A pattern of files (\`bundle.icon\`, \`bundle.resources\` and the \`files\` of packages) is
searched for in the project alone: below the folder of the configuration, the one with the \`package.json\`, or the
repository around them.

| What | At most | More |
| --- | --- | --- |
${toolRows.join("\n")}
`;
}

const refused = "The command ends with an error that names the file.";

const toolRows = [
  row(
    "A configuration, manifest, template, licence, lock file or source file",
    fileLimits.text,
    "bytes",
    refused,
  ),
  row("An icon or another picture", fileLimits.picture, "bytes", refused),
  row(
    "A file that is packed or signed as a whole; resources and pages are read piece by piece",
    fileLimits.whole,
    "bytes",
    refused,
  ),
  row(
    "An executable for Windows or macOS, with the app's pages",
    longestExecutable,
    "bytes",
    "The build ends with an error that says what to take out.",
  ),
  row(
    "The files of a package for Windows Installer",
    maxCabinet,
    "bytes",
    "The build ends with an error; a script installer holds more.",
  ),
  row(
    "The files of a script installer, packed",
    maxPacked,
    "bytes",
    "The build ends with an error that says what to do.",
  ),
  row(
    "A path that an installer for Windows writes, with the user's or the system's folder",
    longestFile,
    "characters",
    "The build names it in a note, because the installer may fail.",
  ),
  row(
    "The files of a .deb, packed",
    maxMember,
    "bytes",
    "The build ends with an error that says what to do.",
  ),
  row("An Info.plist of the app's own", longestText, "characters", refused),
  row("The items of a list in the configuration", maxItems, "pieces", "An error at the list."),
  row("A text in the configuration", maxCharacters, "characters", "An error at the text."),
  row(
    "Errors, and warnings, of a configuration that are shown",
    maxProblems,
    "pieces",
    "The others are counted.",
  ),
  row(
    "Lines of a list that a command shows, as notes of `migrate` and findings of `audit`",
    maxLines,
    "pieces",
    "The others are counted.",
  ),
  row(
    "A file of the front end, or of Rust, that `migrate` looks through",
    Math.max(longestSource, longestRust),
    "bytes",
    "It is left as it is, and named.",
  ),
  row(
    "Different uses that `dev` records for `audit --suggest`",
    maxUses,
    "pieces",
    "The record says that it is not whole.",
  ),
];

function row(what: string, most: number, of: LimitText["of"], more: string): string {
  return `| ${what} | ${amount(most, of)} | ${more} |`;
}

function amount(most: number, of: LimitText["of"]): string {
  if (of === "pieces") return most.toLocaleString("en");
  if (of !== "bytes") return `${most.toLocaleString("en")} ${of}`;
  for (const [unit, bytes] of Object.entries({ GiB: 2 ** 30, MiB: 2 ** 20, KiB: 2 ** 10 }))
    if (most % bytes === 0) return `${most / bytes} ${unit}`;
  return `${most.toLocaleString("en")} ${of}`;
}
