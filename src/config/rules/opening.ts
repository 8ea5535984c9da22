import type { RuleContext } from "./rule.ts";

const bundle = ["framework", "bundle"] as const;

/** An application that claims one of these intercepts everything that is opened by it. */
const reserved = ["http", "https", "mailto", "file"];

/** Schemes that browsers and systems handle by themselves, and those that the framework serves. */
const refused =
  `about asset blob chrome data edge framework framework-isolation javascript ms-settings shell vbscript
  view-source ws wss`.split(/\s+/);

export function urlSchemes(context: RuleContext): void {
  const { urlSchemes: schemes } = context.config.framework.bundle;
  for (const [index, scheme] of schemes.entries()) {
    const path = [...bundle, "urlSchemes", index];
    const output = { code: "bad-value" } as const;
    if (reserved.includes(scheme))
      context.error(
        path,
        "belongs to other applications: name it in reservedUrlSchemes if yours is one",
        output,
      );
    else if (refused.includes(scheme))
      context.error(path, "is never opened with an application", output);
    else if (schemes.indexOf(scheme) !== index) context.error(path, "is listed twice", output);
  }
}

export function fileAssociations(context: RuleContext): void {
  const taken = new Map<string, number>();
  for (const [index, { ext }] of context.config.framework.bundle.fileAssociations.entries()) {
    const path = [...bundle, "fileAssociations", index, "ext"];
    if (ext.length === 0)
      context.error(path, "must name an ending of files", { code: "bad-value" });
    for (const [place, name] of ext.entries()) {
      const other = taken.get(name.toLowerCase());
      if (other !== undefined)
        context.error([...path, place], `belongs to fileAssociations[${other}] already`, {
          code: "bad-value",
        });
      taken.set(name.toLowerCase(), index);
    }
  }
}
