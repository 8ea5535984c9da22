import { expect, test } from "bun:test";
import { library } from "../../src/native/linux/library.ts";
import { textAt } from "../../src/native/ffi/signature.ts";
import { engineCapabilities } from "../../src/native/linux/page/engine-capabilities.ts";
import { gtkPackages, webkitPackages } from "../../src/native/linux/lib/packages.ts";
import { bytesAt } from "../../src/native/linux/memory.ts";
import { missingPrograms } from "../../harness/display.ts";

const gobject = library("libgobject-2.0.so.0", gtkPackages, {
  g_type_class_ref: "L>p",
  g_object_class_list_properties: "pp>p",
  g_param_spec_get_name: "p>p",
  g_signal_list_ids: "Lp>p",
  g_signal_name: "u>p",
});
const webkit = library("libwebkit2gtk-4.1.so.0", webkitPackages, {
  webkit_settings_get_type: ">L",
  webkit_web_view_get_type: ">L",
  webkit_web_context_get_type: ">L",
});

function signalsOf(type: number): string[] {
  gobject.g_type_class_ref(type);
  const count = new Uint32Array(1);
  const ids = gobject.g_signal_list_ids(type, count);
  const numbers = new Uint32Array(bytesAt(ids, (count[0] ?? 0) * 4).buffer);
  return Array.from(numbers, (id) => textAt(gobject.g_signal_name(id)));
}

function propertiesOf(type: number): string[] {
  const count = new Uint32Array(1);
  const list = gobject.g_object_class_list_properties(gobject.g_type_class_ref(type), count);
  const addresses = new BigUint64Array(bytesAt(list, (count[0] ?? 0) * 8).buffer);
  return Array.from(addresses, (spec) => textAt(gobject.g_param_spec_get_name(Number(spec))));
}

const canLoad = missingPrograms().length === 0;

test.skipIf(!canLoad)("each signal of the engine's views and contexts is in one row", () => {
  const theirs = [
    ...signalsOf(webkit.webkit_web_view_get_type()),
    ...signalsOf(webkit.webkit_web_context_get_type()),
  ];
  const ours = engineCapabilities.flatMap(({ signals = [] }) => signals);
  expect(ours.length).toBe(new Set(ours).size);
  expect([...new Set(theirs)].filter((name) => !ours.includes(name))).toEqual([]);
});

test.skipIf(!canLoad)("each setting of the engine is in one row", () => {
  const theirs = propertiesOf(webkit.webkit_settings_get_type());
  const ours = engineCapabilities.flatMap(({ settings = {} }) => Object.keys(settings));
  expect(ours.length).toBe(new Set(ours).size);
  expect(theirs.filter((name) => !ours.includes(name))).toEqual([]);
});
