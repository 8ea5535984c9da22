// The result that `npm run verify` derives from verifiers, and the completeness of its artefacts.

import { expect, test } from "bun:test";
import { formatNames } from "../../src/bundler/formats.ts";
import { targets } from "../../src/cli/build/build-target.ts";
import { accepted } from "../../verify/accepted.ts";
import type { Artefact, ArtefactKind, Artefacts } from "../../verify/artefacts.ts";
import { render } from "../../verify/page.ts";
import { open, verdictOf } from "../../verify/verdicts.ts";
import type { Verifier } from "../../verify/verifier.ts";
import { verifiers } from "../../verify/verifiers.ts";

const x64 = { system: "windows", architecture: "x64" } as const;
const made = (...kinds: readonly ArtefactKind[]): Artefacts => ({
  list: kinds.map((kind) => ({ target: x64, kind, path: `/made/${kind}` })),
  missing: [],
  windowsRoot: "",
  updateKey: "",
});

/** A verifier with the name of a real one, which says the same of each artefact that it judges. */
const saying = (name: string, ...lines: readonly string[]): Verifier => ({
  name,
  checks: "layout",
  missing: () => null,
  version: () => "1.0",
  judges: ({ kind }) => kind !== "msi",
  complaints: () => lines,
});

const noDirectory = "IAT directory is not set";

test("a reason holds for its verifier, its line and its artefact, and for no other", () => {
  const openOnes = (name: string, line: string): string[] =>
    open(verdictOf(saying(name, line), made("nsis", "executable", "msi"))).map(
      ({ artefact }) => artefact.kind,
    );
  expect([
    openOnes("LIEF, layout", noDirectory),
    openOnes("LIEF, layout", "Invalid section virtual address"),
    openOnes("lintian", noDirectory),
  ]).toEqual([["executable"], ["nsis", "executable"], ["nsis", "executable"]]);
});

test("a verifier that cannot be asked says so, and one that fails complains", () => {
  const absent = { ...saying("lintian", "E: x"), missing: () => '"lintian" is not installed' };
  const failing = {
    ...saying("lintian"),
    complaints: () => {
      throw new Error("no answer");
    },
  };
  const verdicts = [absent, failing].map((one) => verdictOf(one, made("deb")));
  expect(verdicts.map((verdict) => open(verdict).map(({ line }) => line))).toEqual([
    [],
    ["it could not be asked: no answer"],
  ]);
  expect(render({ verdicts, suites: [], missing: [], isQuick: false })).toContain(
    'not asked: "lintian" is not installed',
  );
});

test("every kind of artefact has a verifier, for each target", () => {
  const kinds: readonly ArtefactKind[] = [
    "executable",
    "signature",
    "update archive",
    ...formatNames.filter((name) => name !== "updater"),
  ];
  const isMade = ({ target, kind }: Artefact): boolean =>
    ({
      linux: ["executable", "deb", "rpm", "appimage", "update archive", "signature"],
      windows: ["executable", "nsis", "msi", "update archive", "signature"],
      macos: ["executable", "app", "dmg", "update archive", "signature"],
    })[target.system].includes(kind);
  const all = targets
    .flatMap((target) => kinds.map((kind) => ({ target, kind, path: `/made/${kind}` })))
    .filter(isMade);
  expect(all).toHaveLength(2 * (6 + 5 + 5));
  expect(all.filter((one) => !verifiers.some((verifier) => verifier.judges(one)))).toEqual([]);
});

test("every reason is for a verifier of the table", () => {
  const names = verifiers.map(({ name }) => name);
  expect(accepted.filter(({ verifier }) => !names.includes(verifier))).toEqual([]);
});
