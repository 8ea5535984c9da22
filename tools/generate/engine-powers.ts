import { enginePowers } from "../../src/native/linux/page/engine-powers.ts";

/** `docs/engine-powers.md`, from the table of what the web engine does by itself. */
export function enginePowersPage(): string {
  const rows = enginePowers.map(({ power, engine, decision, signals = [], settings = {} }) => {
    const how = [
      ...signals.map((name) => `signal \`${name}\``),
      ...Object.entries(settings).flatMap(([name, value]) =>
        value === null ? [] : [`\`${name}\`: ${value}`],
      ),
    ];
    return `| ${[power, engine, decision, how.join(", ") || "–"].join(" | ")} |`;
  });
  return `# What the web engine may do by itself

On Linux the engine is WebKitGTK. Whatever the allowlist says, it has powers of its own, and a page can bring them about. This is all of them, and what becomes of each. What is refused is said in the log, once for each kind.

| Power | The engine, by itself | Here | By |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}
