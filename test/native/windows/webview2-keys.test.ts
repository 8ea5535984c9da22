// Keys that WebView2 shows the app before the page, and what roles of menus do to the page's text.

import "./without-windows.ts";
import { expect, test } from "bun:test";
import { editRoles } from "../../../src/contract/menu.ts";
import { WebView2Stage } from "./webview2-stage.ts";

test("keys go to the window's menu first, and to the page where it does not want them", async () => {
  using stage = new WebView2Stage();
  const { view, engineView } = await stage.openPage();
  expect(engineView.key("down", 0x53)).toBe(false);
  const heard: (readonly [what: string, ...values: number[]])[] = [];
  view.keys = {
    keyPressed(code, parameter) {
      heard.push(["pressed", code, parameter]);
      return code === 0x53;
    },
    keyReleased(code) {
      heard.push(["released", code]);
      return code === 0x12;
    },
  };
  const taken = [
    engineView.key("down", 0x53, 1),
    engineView.key("down", 0x54),
    engineView.key("up", 0x12),
    engineView.key("up", 0x53),
  ];
  expect(taken).toEqual([true, false, true, false]);
  expect(heard).toEqual([
    ["pressed", 0x53, 1],
    ["pressed", 0x54, 0],
    ["released", 0x12],
    ["released", 0x53],
  ]);
});

test("a role of editing is done by the engine's own command", async () => {
  using stage = new WebView2Stage();
  const { view, engineView } = await stage.openPage();
  for (const role of editRoles) {
    view.edit(role);
    expect(engineView.calls.at(-1)).toBe(
      `Input.dispatchKeyEvent {"type":"rawKeyDown","commands":["${role}"]}`,
    );
  }
});
