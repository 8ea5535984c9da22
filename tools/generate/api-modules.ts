import { join } from "node:path";
import type {
  Class,
  ClassElement,
  Declaration,
  Function,
  Node,
  ParamPattern,
  TSInterfaceDeclaration,
} from "oxc-parser";
import { commands, type CommandName } from "../../src/contract/commands/index.ts";
import { parseDocComment, type DocComment } from "./doc-comment.ts";
import { madeType } from "./made-type.ts";
import { schemaType, spelledOut } from "./schema-type.ts";
import { nodesBelow, SourceFile, type Declared } from "./source-file.ts";

/** The exports of one address for pages. */
export interface ApiModule {
  /**
   * The name in `window.__FRAMEWORK__.<name>`; `null`: its members are there without a module's
   * name.
   */
  readonly name: string | null;
  /** `framework/api/dialog` */
  readonly specifier: string;
  readonly comment: DocComment | null;
  readonly items: readonly ApiItem[];
}

/** One exported name, or a member of an exported class. */
export interface ApiItem {
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "value" | "type" | "method" | "property";
  /** Its declaration, as TypeScript, without the implementation. Overloads are several. */
  readonly declarations: readonly string[];
  readonly comment: DocComment | null;
  readonly parameters: readonly ApiParameter[];
  /** `null`: its result is not written, or it is no function. */
  readonly result: string | null;
  /** The commands it may run. */
  readonly commands: readonly CommandName[];
  /** For a class, or for an interface with methods. */
  readonly members: readonly ApiItem[];
}

export interface ApiParameter {
  readonly name: string;
  readonly declaration: string;
}

const folder = join(import.meta.dirname, "../../src/api");

/** Modules that are imported only by their address. */
const apart = ["mocks"];

/** The page's whole API, from `src/api/index.ts` and its re-exports. */
export function apiModules(): ApiModule[] {
  const index = SourceFile.read(join(folder, "index.ts"));
  const own = [...index.exports].filter(([, { name }]) => name !== "*").map(([name]) => name);
  const root: ApiModule = {
    name: null,
    specifier: "framework/api",
    comment: doc(index.comment),
    items: own.flatMap((name) => itemsOf(name, index, own)),
  };
  const modules = [...index.exports].flatMap(([name, { name: exported, file }]) =>
    exported === "*" && file !== null ? moduleOf(name, file) : [],
  );
  return [root, ...modules, ...apart.map((name) => moduleOf(name, join(folder, `${name}.ts`)))];
}

/**
 * The API for the app's own code: all exports of `src/app/index.ts`, and the types in their
 * declarations.
 */
export function appModule(): ApiModule {
  const file = SourceFile.read(join(folder, "../app/index.ts"));
  const names = [...file.exports.keys()];
  return {
    name: "app",
    specifier: "framework/app",
    comment: doc(file.comment),
    items: withTypes(file, names),
  };
}

/** The items of these names, followed by the types in their declarations, from any file. */
function withTypes(from: SourceFile, names: readonly string[]): ApiItem[] {
  const items: ApiItem[] = [];
  const known = new Set(names);
  const wanted = names.map((name) => ({ name, file: from }));
  for (const { name, file } of wanted) {
    const found = file.resolve(name);
    if (found === null)
      throw new Error(`Cannot find "${name}" of "${file.path}": it must be declared in src`);
    const [node] = found.declared.map((one) => one.node);
    const item =
      node?.type === "TSInterfaceDeclaration" &&
      node.body.body.some(({ type }) => type === "TSMethodSignature")
        ? interfaceItem(name, found.file, found.declared[0]!.start, node)
        : spelled(itemsOf(name, file, names)[0]!, found.file);
    items.push(item);
    for (const [word] of codeOf(item).matchAll(/\b[A-Z]\w+\b/g)) {
      if (known.has(word) || describedElsewhere.has(word) || !isDeclared(word, found.file))
        continue;
      known.add(word);
      wanted.push({ name: word, file: found.file });
    }
  }
  return items;
}

/** The code of an item's declarations, without comments and texts. */
function codeOf({ declarations, members }: ApiItem): string {
  return [...declarations, ...members.flatMap((member) => member.declarations)]
    .join("\n")
    .replace(/\/\*[^]*?\*\/|\/\/.*|"[^"]*"/g, "");
}

function spelled(item: ApiItem, file: SourceFile): ApiItem {
  if (item.kind !== "type") return item;
  return { ...item, declarations: item.declarations.map((one) => spelledOut(one, file)) };
}

function interfaceItem(
  name: string,
  file: SourceFile,
  start: number,
  node: TSInterfaceDeclaration,
): ApiItem {
  const members = node.body.body.flatMap((member): ApiItem[] => {
    const comment = doc(file.commentBefore(member.start));
    const text = file.slice(member, member);
    if (member.type === "TSMethodSignature") {
      const key = file.slice(member.key, member.key);
      return [{ ...empty(key, "method", text), comment, ...called([member], file) }];
    }
    if (member.type !== "TSPropertySignature") return [];
    return [
      { ...empty(file.slice(member.key, member.key), "property", text.replace(/;$/, "")), comment },
    ];
  });
  return {
    ...empty(name, "interface", file.slice(node, { end: node.body.start })),
    comment: doc(file.commentBefore(start)),
    members,
  };
}

/** The whole configuration has a page of its own. */
const describedElsewhere = new Set(["ResolvedConfig"]);

function isDeclared(name: string, file: SourceFile): boolean {
  const origin = file.imports.get(name);
  return origin === undefined ? file.declarations.has(name) : origin.file !== null;
}

/** A module is imported by the name that the index gives it. */
function moduleOf(name: string, path: string): ApiModule {
  const file = SourceFile.read(path);
  const names = [...file.exports.keys()];
  return {
    name,
    specifier: `framework/api/${name}`,
    comment: doc(file.comment),
    items: names.flatMap((one) => itemsOf(one, file, names)),
  };
}

/** A name may be a value and a type at once. */
function itemsOf(name: string, from: SourceFile, names: readonly string[]): ApiItem[] {
  const found = from.resolve(name);
  if (found === null)
    throw new Error(`Cannot find "${name}" of "${from.path}": it must be declared in src`);
  const { file, declared } = found;
  const nodes = declared.map(({ node }) => node);
  const [first] = declared as readonly [Declared, ...Declared[]];
  if (nodes.some((node) => isFunction(node))) return [functionItem(name, file, declared)];
  if (first.node.type === "ClassDeclaration")
    return [classItem(name, file, first.node, first.start)];
  const value = declared.find(({ node }) => node.type === "VariableDeclaration");
  const type = declared.find((one) => one !== value);
  const fields = type === undefined ? null : madeType(name);
  if (type !== undefined && fields !== null) {
    const comment = doc(file.commentBefore(type.start));
    return [{ ...empty(name, "type", `interface ${name} ${fields}`), comment }];
  }
  const isPublic = (schema: string) => schema !== name && names.includes(schema);
  // A type of the contract stands for its schema; only the page's own constants are values for a
  // page.
  if (type !== undefined && isInferred(file.slice(type.node, type.node))) {
    const body = schemaType(initOf(value!.node), file, isPublic);
    const text = body.startsWith("{") ? `interface ${name} ${body}` : `type ${name} = ${body};`;
    return [{ ...empty(name, "type", text), comment: doc(file.commentBefore(value!.start)) }];
  }
  const items: ApiItem[] = [];
  if (value !== undefined) items.push(valueItem(name, file, value));
  else if (type !== undefined) {
    const comment = doc(file.commentBefore(type.start));
    items.push({ ...empty(name, "type", file.slice(type.node, type.node)), comment });
  }
  return items;
}

function isInferred(declaration: string): boolean {
  return /= v\.Infer(Input|Output)</.test(declaration);
}

function initOf(node: Declaration): Node {
  const init = node.type === "VariableDeclaration" ? node.declarations[0]?.init : null;
  if (!init) throw new Error("Cannot read a declaration: it must be a constant with a value");
  return init;
}

function valueItem(name: string, file: SourceFile, { node, start }: Declared): ApiItem {
  const [declarator] = node.type === "VariableDeclaration" ? node.declarations : [];
  const typed = declarator?.id.typeAnnotation;
  const text = typed
    ? `const ${file.slice(declarator.id, declarator.id)};`
    : file.slice(node, node);
  const comment = doc(file.commentBefore(start));
  const init = declarator?.init;
  // `invoke`, `writeFile`: constants that are called.
  const isCalled = init?.type === "TSAsExpression" || init?.type === "Identifier";
  const isFunctionValue = isCalled && typed !== undefined;
  return {
    ...empty(name, isFunctionValue ? "function" : "value", text),
    comment,
    commands: commandsIn(init, file),
  };
}

function functionItem(name: string, file: SourceFile, declared: readonly Declared[]): ApiItem {
  const functions = declared.map(({ node }) => node as Function);
  const shown = functions.length > 1 ? functions.filter(({ body }) => body === null) : functions;
  return {
    ...empty(name, "function", ""),
    declarations: shown.map((one) => signature(one, file, one.start)),
    comment: doc(file.commentBefore(declared[0]!.start)),
    ...called(shown, file),
    commands: commandsIn(functions.at(-1), file),
  };
}

function classItem(name: string, file: SourceFile, node: Class, start: number): ApiItem {
  const items = new Map<string, ApiItem>();
  for (const member of node.body.body) {
    if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") continue;
    if (member.key.type === "PrivateIdentifier" || member.accessibility === "private") continue;
    const key = file.slice(member.key, member.key);
    const comment = doc(file.commentBefore(member.start));
    if (member.type !== "MethodDefinition") {
      const text = file.slice(member, member).replace(/;$/, "");
      items.set(key, { ...empty(key, "property", text), comment });
      continue;
    }
    const before = items.get(key);
    // The last of several is the one with the body; pages see the others.
    if (before !== undefined && member.value.body !== null) {
      items.set(key, { ...before, commands: commandsIn(member.value, file, node) });
      continue;
    }
    const text = signature(member.value, file, member.start);
    items.set(key, {
      ...empty(key, "method", ""),
      declarations: [...(before?.declarations ?? []), text],
      comment: before?.comment ?? comment,
      ...called([member.value], file),
      commands: commandsIn(member.value, file, node),
    });
  }
  // The `implements` clause is for the compiler.
  const heading = file.slice(node, { end: node.body.start }).replace(/\s+implements\s[^]*$/, "");
  return {
    ...empty(name, "class", heading),
    comment: doc(file.commentBefore(start)),
    members: [...items.values()],
  };
}

function empty(name: string, kind: ApiItem["kind"], text: string): ApiItem {
  return {
    name,
    kind,
    declarations: [text],
    comment: null,
    parameters: [],
    result: null,
    commands: [],
    members: [],
  };
}

function doc(comment: string | null): DocComment | null {
  return comment === null ? null : parseDocComment(comment);
}

function isFunction(node: Declaration): node is Function {
  return node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction";
}

/** A function without its implementation. */
function signature(node: Function, file: SourceFile, start: number): string {
  const end = node.body?.start ?? node.end;
  return `${file
    .slice({ start }, { end })
    .replace(/^async |(?<=^static )async /, "")
    .replace(/;$/, "")};`;
}

/** The arguments and results of a function, over all its overloads. */
function called(
  functions: readonly Pick<Function, "params" | "returnType">[],
  file: SourceFile,
): Pick<ApiItem, "parameters" | "result"> {
  const parameters = new Map<string, ApiParameter>();
  for (const { params } of functions) {
    for (const param of params) {
      const name = parameterName(param, file);
      parameters.set(name, { name, declaration: file.slice(param, param).replace(/\s+/g, " ") });
    }
  }
  const results = functions.flatMap(({ returnType }) =>
    returnType ? [file.slice(returnType.typeAnnotation, returnType)] : [],
  );
  return {
    parameters: [...parameters.values()],
    result: results.at(-1)?.replace(/\s+/g, " ") ?? null,
  };
}

function parameterName(param: ParamPattern, file: SourceFile): string {
  return /^(?:\.\.\.)?(\w+)/.exec(file.slice(param, param))?.[1] ?? "";
}

/** A class, and the file it is in. */
interface Owner {
  readonly node: Class;
  readonly file: SourceFile;
}

/**
 * The commands in the code below a node, including used functions and methods, also in other files.
 */
function commandsIn(
  start: Node | null | undefined,
  from: SourceFile,
  inClass?: Class,
): CommandName[] {
  const found = new Set<CommandName>();
  const seen = new Set<Node>();
  const visit = (node: Node, file: SourceFile, own: Owner | undefined) => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const inner of nodesBelow(node)) {
      if (inner.type === "Literal" && typeof inner.value === "string" && inner.value in commands) {
        found.add(inner.value as CommandName);
      }
      const used = inner.type === "CallExpression" ? inner.callee : inner === node ? inner : null;
      if (used?.type === "Identifier") {
        const other = file.resolve(used.name);
        for (const { node: declared } of other?.declared ?? [])
          if (isFunction(declared)) visit(declared, other!.file, own);
      }
      if (inner.type === "MemberExpression") {
        const owner = classOf(inner.object, file, own);
        const method = owner && memberNamed(file.slice(inner.property, inner.property), owner);
        if (method?.type === "MethodDefinition" && method.value.body)
          visit(method.value, owner!.file, owner);
      }
    }
  };
  if (start) visit(start, from, inClass && { node: inClass, file: from });
  return [...found];
}

/** The class of `this`, of `new Name(…)`, and of `this.name` that was set to `new Name(…)`. */
function classOf(node: Node, file: SourceFile, own: Owner | undefined): Owner | undefined {
  if (node.type === "ThisExpression") return own;
  if (
    node.type === "MemberExpression" &&
    node.object.type === "ThisExpression" &&
    own !== undefined
  ) {
    const member = memberNamed(file.slice(node.property, node.property), own);
    return member?.type === "PropertyDefinition" && member.value
      ? classOf(member.value, own.file, own)
      : undefined;
  }
  if (node.type !== "NewExpression" || node.callee.type !== "Identifier") return undefined;
  const found = file.resolve(node.callee.name);
  const made = found?.declared.find((one) => one.node.type === "ClassDeclaration");
  return made && { node: made.node as Class, file: found!.file };
}

function memberNamed(name: string, { node, file }: Owner): ClassElement | undefined {
  return node.body.body.find(
    (member) => "key" in member && file.slice(member.key, member.key) === name,
  );
}
