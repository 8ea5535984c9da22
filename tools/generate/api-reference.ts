import { commands } from "../../src/contract/commands/index.ts";
import type { AllowlistFlag } from "../../src/contract/commands/allowlist.ts";
import { errorCodes, type ErrorCode } from "../../src/contract/errors.ts";
import { configAddress } from "./config-reference.ts";
import { apiModules, appModule, type ApiItem, type ApiModule } from "./api-modules.ts";

/** `docs/reference/api/*.md`: an index, and a page for each module. */
export function apiReference(): readonly { readonly path: string; readonly make: () => string }[] {
  const modules = apiModules();
  return [
    { path: "docs/reference/api/README.md", make: () => indexPage(modules) },
    ...modules.map((module) => ({
      path: `docs/reference/api/${fileName(module)}`,
      make: () => modulePage(module),
    })),
  ];
}

/** `docs/reference/app.md`: the API for the app's own code. */
export function appReference(): string {
  return modulePage(
    appModule(),
    "<!-- Written by tools/generate.ts from the doc comments in src/app. -->",
  );
}

/** The flags that an item's commands need; an unrestricted command needs none. */
export function flagsOf(item: ApiItem): AllowlistFlag[] {
  return [...new Set(item.commands.flatMap((name) => commands[name].flag ?? []))];
}

const origin =
  "<!-- Written by tools/generate.ts from the command table and the doc comments in src/api. -->";

function fileName({ name }: ApiModule): string {
  return `${name ?? "invoke"}.md`;
}

// The index
// ---------------------------------------------------------------------------------------------

function indexPage(modules: readonly ApiModule[]): string {
  const rows = modules.map(
    (module) =>
      `| [\`${module.specifier}\`](${fileName(module)}) | ${firstSentence(module.comment?.text)} |`,
  );
  const codes = Object.entries(errorCodes).map(
    ([code, meaning]) => `| <a id="${code}"></a>\`${code}\` | ${meaning} |`,
  );
  return `${origin}

# What a page can call

Each module is imported by its address, \`import { open } from "framework/api/dialog"\`, or with all others from
\`framework/api\`. With \`build.withGlobalFramework\` they are also \`window.__FRAMEWORK__.dialog\` and so on.

A function that needs a flag works when that flag, the \`all\` of its module, or \`framework.allowlist.all\` is true.
What it may reach is then for the scopes of the configuration to say.

| Module | What it is for |
|---|---|
${rows.join("\n")}

## Functions

${modules.map(functionList).filter(Boolean).join("\n\n")}

## Errors

Every call that fails rejects with a \`FrameworkError\`: an \`Error\` with a \`code\` to branch on and a \`message\` for
people. A call never stays without an answer. [Errors](../errors.md) says of each code what to do.

| Code | Meaning |
|---|---|
${codes.join("\n")}

## The app's own commands

\`invoke\` and \`commandsOf\` in [\`framework/api\`](invoke.md) call what the app's own \`src-framework/main.ts\` defines,
with [\`framework/app\`](../app.md).
`;
}

/** One line for each function, class and method of a module. */
function functionList(module: ApiModule): string {
  const lines = itemLines(module, fileName(module));
  return lines.length === 0 ? "" : `### ${module.specifier}\n\n${lines.join("\n")}`;
}

function itemLines(module: ApiModule, page: string): string[] {
  const line = (title: string, { comment }: Pick<ApiItem, "comment">): string => {
    const sentence = firstSentence(comment?.text);
    return `- [\`${title}\`](${page}#${anchorOf(title)})${sentence === "" ? "" : `: ${sentence}`}`;
  };
  return module.items
    .filter(({ kind }) => ["function", "class", "interface"].includes(kind))
    .flatMap((item) => [
      line(item.name, item),
      ...item.members
        .filter(({ kind, name }) => kind === "method" && name !== "constructor")
        .map((member) => `  ${line(`${item.name}.${member.name}`, member)}`),
    ]);
}

/** GitHub's anchor for a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

function firstSentence(text = ""): string {
  const [first = ""] = text.split("\n\n");
  return first.replaceAll("\n", " ").split(/(?<=[.]) (?=[A-Z`])/)[0] ?? "";
}

// A module
// ----------------------------------------------------------------------------------------------

function modulePage(module: ApiModule, head = origin): string {
  const of = (kinds: readonly ApiItem["kind"][]) =>
    module.items.filter(({ kind }) => kinds.includes(kind));
  const parts = [
    `${head}\n\n# ${module.specifier}`,
    module.comment?.text,
    notes(module.comment?.platforms),
    module.specifier.startsWith("framework/api") ? null : itemLines(module, "").join("\n"),
    ...of(["function"]).map((item) => calledPart(item, module, `## ${item.name}`)),
    ...of(["class", "interface"]).map((item) => classPart(item, module)),
    ...of(["value"]).map((item) => plainPart(item)),
    ...of(["type"]).map((item) => plainPart(item)),
  ];
  return `${written(parts).join("\n\n")}\n`;
}

function calledPart(item: ApiItem, module: ApiModule, title: string): string {
  const { comment, declarations, parameters } = item;
  const facts = [
    // Only pages need flags.
    module.specifier.startsWith("framework/api") ? flagLine(item) : null,
    parameters.length === 0 ? null : "- Parameters:",
    ...parameters.map(({ name, declaration }) => {
      const meaning = comment?.parameters.get(name);
      return `  - \`${declaration}\`${meaning === undefined ? "" : `: ${meaning}`}${seeTypes(declaration, module)}`;
    }),
    item.result === null ? null : `- Result: \`${item.result}\`${seeTypes(item.result, module)}`,
    errorLine(item, module),
    ...(comment?.throws ?? []).map((one) => `- Throws: ${one}`),
  ];
  return written([
    title,
    code(declarations.map((one) => one.replace(/^export /, "")).join("\n")),
    comment?.text,
    written(facts).join("\n"),
    example(item),
    notes(comment?.platforms),
  ]).join("\n\n");
}

function classPart(item: ApiItem, module: ApiModule): string {
  const properties = item.members.filter(({ kind }) => kind === "property");
  const methods = item.members.filter(({ kind }) => kind === "method");
  const title = (name: string) =>
    `### ${name === "constructor" ? `new ${item.name}` : `${item.name}.${name}`}`;
  return written([
    `## ${item.name}`,
    code(item.declarations.join("\n").replace(/\s+/g, " ")),
    item.comment?.text,
    properties
      .map(
        ({ declarations, comment }) =>
          `- \`${declarations.join(" ")}\`${comment === null ? "" : `: ${comment.text}`}${seeTypes(declarations.join(" "), module)}`,
      )
      .join("\n"),
    example(item),
    notes(item.comment?.platforms),
    ...methods.map((method) => calledPart(method, module, title(method.name))),
  ]).join("\n\n");
}

function plainPart(item: ApiItem): string {
  return written([
    `## ${item.name}`,
    item.comment?.text,
    code(item.declarations.join("\n")),
    example(item),
    notes(item.comment?.platforms),
  ]).join("\n\n");
}

function flagLine(item: ApiItem): string | null {
  if (item.kind === "method" && item.commands.length === 0) return null;
  const flags = flagsOf(item).map((flag) => `[\`${flag}\`](${flagAddress(flag)})`);
  return `- Flag: ${flags.length === 0 ? "none" : flags.join(", ")}`;
}

/** The address of a flag's row in the reference of the configuration. */
function flagAddress(flag: AllowlistFlag): string {
  const [module = "", name = ""] = flag.split(".");
  return configAddress(`${module[0]?.toUpperCase()}${module.slice(1)}AllowlistConfig`, name);
}

function errorLine(item: ApiItem, module: ApiModule): string | null {
  if (item.commands.length === 0) return null;
  const reported: readonly ErrorCode[] = [
    ...(flagsOf(item).length > 0 ? (["not-allowed"] as const) : []),
    ...(item.parameters.length > 0 ? (["bad-argument"] as const) : []),
    ...(item.comment?.codes ?? []),
    ...(module.comment?.codes ?? []),
  ];
  const codes = [...new Set(reported)].map((one) => `[\`${one}\`](README.md#${one})`);
  return codes.length === 0 ? null : `- Errors: ${codes.join(", ")}`;
}

/** Links to the types of the same page that a declaration names. */
function seeTypes(declaration: string, { items }: ApiModule): string {
  const known = items.filter(
    ({ kind, name }) => kind !== "function" && new RegExp(`\\b${name}\\b`).test(declaration),
  );
  return known.length === 0
    ? ""
    : ` (${known.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(", ")})`;
}

function example(item: ApiItem): string | null {
  const text = item.comment?.example;
  return text ? code(text) : null;
}

function notes(platforms: readonly string[] = []): string | null {
  return platforms.length === 0
    ? null
    : `Platforms:\n\n${platforms.map((note) => `- ${note}`).join("\n")}`;
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}

function written(parts: readonly (string | null | undefined)[]): string[] {
  return parts.filter((part) => part !== null && part !== undefined && part !== "") as string[];
}
