import { controlCharacter } from "../../contract/shipped/field-text.ts";
import {
  debRelationFields,
  debRelationText,
  debSection,
  debSectionText,
  isDebRelation,
  isRpmRelation,
  rpmRelationFields,
  rpmRelationText,
  rpmRelease,
  rpmReleaseText,
} from "../../contract/shipped/package-relations.ts";
import type { RuleContext } from "./rule.ts";

/** Texts that the installers of deb and rpm packages, and their catalogues, parse. */
export function linuxPackages(context: RuleContext): void {
  const { deb, rpm } = context.config.framework.bundle;
  for (const field of debRelationFields) {
    const isRelation = (text: string): boolean => isDebRelation(text, field);
    look(context, ["deb", field], deb[field], isRelation, debRelationText(field));
  }
  for (const field of rpmRelationFields) {
    const isRelation = (text: string): boolean => isRpmRelation(text, field);
    look(context, ["rpm", field], rpm[field], isRelation, rpmRelationText(field));
  }
  const isSection = deb.section === null || debSection.test(deb.section);
  if (!isSection && !hasControlCharacter(deb.section))
    context.error(["framework", "bundle", "deb", "section"], debSectionText, { code: "bad-value" });
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
    if (isRelation(text) || hasControlCharacter(text)) continue;
    context.error(["framework", "bundle", ...field, index], `must be ${wanted}`, {
      code: "bad-value",
    });
  }
}

/** Another rule reports these. */
function hasControlCharacter(text: string | null): boolean {
  return text !== null && controlCharacter(text) !== null;
}
