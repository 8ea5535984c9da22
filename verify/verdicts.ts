import { targetName } from "../src/cli/build/build-target.ts";
import { accepted, type Accepted } from "./accepted.ts";
import type { Artefact, Artefacts } from "./artefacts.ts";
import type { Verifier } from "./verifier.ts";

/** A line of a verifier about an artefact. */
export interface Complaint {
  readonly artefact: Artefact;
  readonly line: string;
  /** The reason why the complaint is accepted. `null` if it is not. */
  readonly accepted: Accepted | null;
}

/** The report of a verifier. */
export interface Verdict {
  readonly verifier: Verifier;
  /** The reason why it was not run. `null` if it was. */
  readonly missing: string | null;
  readonly artefacts: readonly Artefact[];
  readonly complaints: readonly Complaint[];
}

/** Has a verifier judge all that it can. */
export function verdictOf(verifier: Verifier, made: Artefacts): Verdict {
  const missing = verifier.missing();
  if (missing !== null) return { verifier, missing, artefacts: [], complaints: [] };
  const artefacts = made.list.filter((artefact) => verifier.judges(artefact));
  const complaints = artefacts.flatMap((artefact) =>
    complaintsOf(verifier, artefact, made).map((line) => ({
      artefact,
      line,
      accepted: accepted.find((one) => isFor(one, { verifier, artefact, line })) ?? null,
    })),
  );
  return { verifier, missing, artefacts, complaints };
}

function complaintsOf(verifier: Verifier, artefact: Artefact, made: Artefacts): readonly string[] {
  try {
    return verifier.complaints(artefact, made);
  } catch (error) {
    return [`it could not be asked: ${error instanceof Error ? error.message : String(error)}`];
  }
}

interface Said extends Pick<Complaint, "artefact" | "line"> {
  readonly verifier: Verifier;
}

function isFor(one: Accepted, { verifier, artefact, line }: Said): boolean {
  return (
    one.verifier === verifier.name &&
    one.line.test(line) &&
    (one.of?.kind === undefined || one.of.kind === artefact.kind) &&
    (one.of?.target === undefined || one.of.target === targetName(artefact.target))
  );
}

/** `windows-x64 nsis` */
export const artefactName = ({ target, kind }: Artefact): string => `${targetName(target)} ${kind}`;

/** Complaints that are not accepted. */
export const open = ({ complaints }: Verdict): readonly Complaint[] =>
  complaints.filter((complaint) => complaint.accepted === null);
