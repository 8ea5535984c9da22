import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "./written.ts";

const folder = join(import.meta.dirname, "../fixtures/config");

/** Complete, realistic configurations: name → content. */
export const configurations: ReadonlyMap<string, Table> = new Map(
  readdirSync(folder)
    .toSorted()
    .map((file) => [file, JSON.parse(readFileSync(join(folder, file), "utf8")) as Table]),
);
