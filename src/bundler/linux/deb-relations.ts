import { debRelationText, isDebRelation } from "../../contract/shipped/package-relations.ts";

export function checkDebRelation(text: string): void {
  if (!isDebRelation(text))
    throw new Error(`Cannot use deb dependency "${text}": write ${debRelationText}`);
}
