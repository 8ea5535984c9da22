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

/**
 * The relations of deb and rpm packages to others, and rpm's release: their installers parse them.
 */
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
    // Another rule reports control characters.
    if (isRelation(text) || controlCharacter(text) !== null) continue;
    context.error(["framework", "bundle", ...field, index], `must be ${wanted}`, {
      code: "bad-value",
    });
  }
}
