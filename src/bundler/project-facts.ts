import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { foundAbove } from "../config/read/ancestors.ts";
import { PathError } from "../disk/roots.ts";
import { statusAt } from "../disk/status.ts";
import { readMarkedText } from "../disk/read.ts";

/** Facts for packages without a field of the configuration: they are in `package.json`. */
export interface ProjectFacts {
  readonly description: string | null;
  readonly homepage: string | null;
  /** A licence identifier, SPDX if the author uses that. */
  readonly license: string | null;
  /** `Name <address>`, or a part of it. */
  readonly author: string | null;
  /** Path of the licence's text beside `package.json`. */
  readonly licenseFile: string | null;
}

const none: ProjectFacts = {
  description: null,
  homepage: null,
  license: null,
  author: null,
  licenseFile: null,
};

/** Reads the facts from the nearest `package.json`, in `folder` or above it. */
export function readProjectFacts(folder: string): ProjectFacts {
  for (const path of foundAbove(folder, "package.json")) {
    const manifest = readManifest(path);
    if (manifest !== null) {
      return {
        description: text(manifest["description"]),
        homepage: text(manifest["homepage"]),
        license: text(manifest["license"]),
        author: author(manifest["author"]),
        licenseFile: licenseFile(dirname(path)),
      };
    }
  }
  return none;
}

type Manifest = Readonly<Record<string, unknown>>;

function readManifest(path: string): Manifest | null {
  let content: string;
  try {
    content = readMarkedText(path);
  } catch (error) {
    if (error instanceof PathError) throw error;
    return null;
  }
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw new Error(`Cannot read "${path}": it must be JSON`, { cause });
  }
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** npm allows `"Name <mail> (address)"` and `{ name, email, url }`. */
function author(value: unknown): string | null {
  if (isRecord(value)) {
    const email = text(value["email"]);
    return (
      [text(value["name"]), email === null ? null : `<${email}>`].filter(Boolean).join(" ") || null
    );
  }
  return text(value)?.replace(/(?<!\s)\s*\([^()]*\)$/, "") ?? null;
}

function licenseFile(folder: string): string | null {
  const names = readdirSync(folder).filter(
    (name) =>
      /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name) &&
      statusAt(join(folder, name))?.isDirectory() !== true,
  );
  const first = names.sort()[0];
  return first === undefined ? null : join(folder, first);
}
