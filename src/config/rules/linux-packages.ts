import { controlCharacter } from "../../contract/shipped/field-text.ts";
import {
  debRelationText,
  isDebRelation,
  isRpmRelation,
  rpmRelationText,
  rpmRelease,
  rpmReleaseText,
} from "../../contract/shipped/package-relations.ts";
import type { RuleContext } from "./rule.ts";

/** What deb and rpm say of other packages, and rpm's release: its installer reads them. */
export function linuxPackages(context: RuleContext): void {
  const { deb, rpm } = context.config.framework.bundle;
  for (const field of ["depends", "provides", "conflicts", "replaces"] as const)
    look(context, ["deb", field], deb[field], isDebRelation, debRelationText);
  for (const field of ["depends", "provides", "conflicts", "obsoletes"] as const)
    look(context, ["rpm", field], rpm[field], isRpmRelation, rpmRelationText);
  if (!rpmRelease.test(rpm.release))
    context.error(["framework", "bundle", "rpm", "release"], rpmReleaseText, { code: "bad-value" });
}

function look(
  context: RuleContext,
  field: readonly [string, string],
  texts: readonly string[] | null,
  isRelation: (text: string) => boolean,
  wanted: string,
): void {
  for (const [index, text] of (texts ?? []).entries()) {
    // Of a control character it is told that it is one.
    if (isRelation(text) || controlCharacter(text) !== null) continue;
    context.error(["framework", "bundle", ...field, index], `must be ${wanted}`, {
      code: "bad-value",
    });
  }
}
