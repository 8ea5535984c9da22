import { expect, test } from "bun:test";
import { TASKDIALOG_BUTTON, TASKDIALOGCONFIG } from "../../../src/native/windows/lib/comctl32.ts";
import { ACTCTX_SECTION_KEYED_DATA, ACTCTXW } from "../../../src/native/windows/lib/kernel32.ts";

// As a compiler for Windows x64 lays them out: commctrl.h packs its own, winbase.h does not.
test("the structs of dialogs have the size and the places of their headers", () => {
  expect(
    [TASKDIALOG_BUTTON, TASKDIALOGCONFIG, ACTCTXW, ACTCTX_SECTION_KEYED_DATA].map(({ size }) => size),
  ).toEqual([12, 160, 56, 112]);
  const place = (name: string): number => TASKDIALOGCONFIG.place(name).offset;
  expect(["hwndParent", "pszMainIcon", "pszContent", "pButtons", "pfCallback", "cxWidth"].map(place)).toEqual(
    [4, 36, 52, 64, 140, 156],
  );
  expect(ACTCTXW.place("hModule").offset).toBe(48);
  expect(ACTCTX_SECTION_KEYED_DATA.place("hActCtx").offset).toBe(56);
});
