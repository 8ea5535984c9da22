import {
  debRelationText,
  isDebRelation,
  type DebRelationField,
} from "../../contract/shipped/package-relations.ts";

export function checkDebRelation(text: string, field: DebRelationField): void {
  if (!isDebRelation(text, field))
    throw new Error(`Cannot use deb relation "${text}": write ${debRelationText(field)}`);
}
