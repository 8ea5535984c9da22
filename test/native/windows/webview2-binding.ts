// The description of WebView2 in webview2-com-sys: a binding for Rust, which others made from
// Microsoft's metadata. WebView2's header is in no package of a compiler, so this is the second
// description of the interfaces that `native/windows/lib/webview2.ts` and the stand-in took from
// the IDL.

/** A method, with a letter for each argument behind the object itself. */
export interface BoundMethod {
  readonly name: string;
  readonly slot: number;
  /** `p` an address, `i` 32 bits, `l` 64 bits, `d` a double, `s` a struct by value. */
  readonly takes: string;
}

export interface BoundInterface {
  readonly iid: string;
  /** Those of the interfaces that it is based on are left out. */
  readonly methods: readonly BoundMethod[];
}

export interface Binding {
  /** The crate's version. */
  readonly version: string;
  readonly interfaces: Readonly<Record<string, BoundInterface>>;
  readonly constants: Readonly<Record<string, number>>;
}

/** Reads all that a binding says. */
export function readBinding(version: string, rust: string): Binding {
  const text = rust.replaceAll(/\s+/g, " ");
  const enums = new Set(
    [...text.matchAll(/pub struct (\w+)\(pub [iu]32\);/g)].map(([, name]) => name),
  );
  const iids = text.matchAll(/define_interface!\( ?(\w+), \w+_Vtbl, 0x([0-9a-f_]+),? ?\)/g);
  const tables = new Map(
    [...text.matchAll(/pub struct (\w+)_Vtbl \{ pub base__: ([\w:]+)_Vtbl, (.*?)\}/g)].map(
      ([, name = "", base = "", body = ""]) => [name, { base, body }] as const,
    ),
  );
  const own = (name: string): { readonly name: string; readonly takes: string }[] =>
    [
      ...(tables.get(name)?.body ?? "").matchAll(
        /pub (\w+): unsafe extern "system" fn\((.*?)\) -> windows_core::HRESULT,/g,
      ),
    ].map(([, method = "", parameters = ""]) => ({
      name: method,
      takes: parameters
        .split(",")
        .map((type) => type.trim())
        .filter((type) => type !== "")
        .slice(1)
        .map((type) => letter(type, enums))
        .join(""),
    }));
  const count = (name: string): number =>
    name === "windows_core::IUnknown"
      ? 3
      : count(tables.get(name)?.base ?? "windows_core::IUnknown") + own(name).length;
  const interfaces = [...iids].map(([, name = "", iid = ""]) => {
    const first = count(tables.get(name)?.base ?? "windows_core::IUnknown");
    const methods = own(name).map((method, index) => ({ ...method, slot: first + index }));
    return [name, { iid: iid.replaceAll("_", "-"), methods }] as const;
  });
  const constants = [
    ...text.matchAll(/pub const (COREWEBVIEW2_\w+): \w+ = \w+\((-?\d+)i?\d*\);/g),
  ].map(([, name = "", value = ""]) => [name, Number(value)] as const);
  return {
    version,
    interfaces: Object.fromEntries(interfaces),
    constants: Object.fromEntries(constants),
  };
}

function letter(type: string, enums: ReadonlySet<string | undefined>): string {
  if (/^\*(?:mut|const) |::P?C?WSTR$/.test(type)) return "p";
  if (/^(?:[iu]32|windows_core::BOOL)$/.test(type) || enums.has(type)) return "i";
  if (/^[iu]64$/.test(type) || type.endsWith("::HWND")) return "l";
  if (type === "f64") return "d";
  return "s";
}
