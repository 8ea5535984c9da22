import { choiceDialogCases } from "./choice-dialog-cases.ts";
import { dialogClosingCases } from "./dialog-closing-cases.ts";
import type { DialogCase } from "./dialog-stage.ts";
import { fileDialogCases } from "./file-dialog-cases.ts";
import { messageDialogCases } from "./message-dialog-cases.ts";
import { plainBoxCases } from "./plain-box-cases.ts";

export const dialogCases: readonly DialogCase[] = [
  ...messageDialogCases,
  ...choiceDialogCases,
  ...plainBoxCases,
  ...fileDialogCases,
  ...dialogClosingCases,
];
