import { limits, limitTexts, type Limit, type LimitText } from "../../src/contract/limits.ts";

/** `docs/reference/limits.md`: what a page may ask for at once. */
export function limitsReference(): string {
  const rows = Object.entries<Limit>(limits).map(([name, { most }]) => {
    const { of, what, more } = limitTexts[name as keyof typeof limits];
    return `| ${what} | ${amount(most, of)} | ${more} |`;
  });
  return `<!-- Written by tools/generate.ts from src/contract/limits.ts. -->

# Limits

What one page asks for is worked off beside all other windows of the app. So that it cannot slow them, each of these is
asked before anything is copied, laid out or unpacked. Nobody is expected to meet one by accident.

| What | At most | More |
| --- | --- | --- |
${rows.join("\n")}
`;
}

function amount(most: number, of: LimitText["of"]): string {
  if (of === "pieces") return most.toLocaleString("en");
  if (of === "bytes") return most >= 2 ** 30 ? `${most / 2 ** 30} GiB` : `${most / 2 ** 20} MiB`;
  return `${most.toLocaleString("en")} ${of}`;
}
