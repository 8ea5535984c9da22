import type { RegisteredText, Registration } from "../registrations.ts";
import { scriptText } from "./script-text.ts";

/** SHCNE_ASSOCCHANGED */
const tellShell = "System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'";

/** Registers the app's types and schemes. Entries of another app are left alone. */
export function registerLines(all: readonly Registration[]): string[] {
  if (all.length === 0) return [];
  const lines = all.flatMap(({ key, name, value, removal }) => {
    const write = `WriteRegStr SHCTX ${scriptText(key)} ${scriptText(name ?? "")} ${registeredText(value)}`;
    if (removal !== "our value") return [write];
    return [
      `ReadRegStr $R0 SHCTX ${scriptText(key)} ${scriptText(name ?? "")}`,
      'StrCmp $R0 "" 0 +2',
      write,
    ];
  });
  return [...lines, tellShell];
}

/** Removes the app's entries, but not those that another app has written in their place since. */
export function unregisterLines(all: readonly Registration[]): string[] {
  if (all.length === 0) return [];
  const lines = all.flatMap(({ key, name, value, removal }) => {
    const [place, named] = [scriptText(key), scriptText(name ?? "")];
    const isOurs = (line: string): string[] => [
      `ReadRegStr $R0 SHCTX ${place} ${named}`,
      `StrCmp $R0 ${registeredText(value)} 0 +2`,
      line,
    ];
    switch (removal) {
      case null:
        return [];
      case "key":
        return [`DeleteRegKey SHCTX ${place}`, ...removeEmpty(key.slice(0, key.lastIndexOf("\\")))];
      case "value":
        return [`DeleteRegValue SHCTX ${place} ${named}`, ...removeEmpty(key)];
      case "our value":
        return [...isOurs(`DeleteRegValue SHCTX ${place} ${named}`), ...removeEmpty(key)];
      case "our key":
        // The command is three keys below the scheme.
        return isOurs(`DeleteRegKey SHCTX ${scriptText(key.split("\\").slice(0, -3).join("\\"))}`);
      default:
        return removal satisfies never;
    }
  });
  return [...lines, tellShell];
}

/** Removes the key of an extension, or of the app, when it is empty. */
function removeEmpty(key: string): string[] {
  if (["Software\\Classes", "Software\\RegisteredApplications"].includes(key)) return [];
  return [`DeleteRegKey /ifempty SHCTX ${scriptText(key)}`];
}

/** In quotes, with the app's folder in the place of files. */
function registeredText(value: RegisteredText): string {
  const parts = value.map((part) =>
    typeof part === "string"
      ? scriptText(part).slice(1, -1)
      : `$INSTDIR\\${scriptText(part.file).slice(1, -1)}`,
  );
  return `"${parts.join("")}"`;
}
