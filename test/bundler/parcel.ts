import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MakeContext } from "../../src/bundler/format-table.ts";
import type { StagedApp } from "../../src/bundler/index.ts";
import { executableOf } from "../../src/bundler/staged-app.ts";
import { readSource } from "../../src/bundler/write/source.ts";

// An invented format: a folder for each language, with the executable and a note. It has one source
// for two systems, and uses a temporary file that is no part of its output.

const notes = { de: "Guten Tag\n", en: "Good day\n" };

/** `greeter_1.2.3_de.parcel` */
export function parcelNames({ packageName, version }: StagedApp): string[] {
  return Object.keys(notes).map((language) => `${packageName}_${version}_${language}.parcel`);
}

export function makeParcels(staged: StagedApp, { folder, progress }: MakeContext): void {
  writeFileSync(join(folder, "script"), "what a program that makes parcels would be given");
  for (const [index, note] of Object.values(notes).entries()) {
    const parcel = join(folder, parcelNames(staged)[index] ?? "");
    mkdirSync(join(parcel, "texts"), { recursive: true });
    writeFileSync(join(parcel, "run"), readSource(executableOf(staged)));
    writeFileSync(join(parcel, "texts/note"), note);
    progress((index + 1) / 2);
  }
}
