import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync, type Declaration, type Node, type Statement } from "oxc-parser";

/** The declarations of one name in a file: several for a function with overloads. */
export interface Declared {
  readonly node: Declaration;
  /** The start of its statement, including `export`: a doc comment precedes it. */
  readonly start: number;
}

/** The origin of a name in a file. `file` is `null` for one of its own. */
interface Origin {
  readonly file: string | null;
  readonly name: string;
}

const read = new Map<string, SourceFile>();

/** A file of TypeScript, with its declarations by name. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly declarations = new Map<string, Declared[]>();
  /** Names it imports from other files. */
  readonly imports = new Map<string, Origin>();
  /** Names it re-exports, in the order of the file. `*`: all of another file, as one value. */
  readonly exports = new Map<string, Origin>();
  /** The end of each doc comment, with its content. */
  readonly #comments = new Map<number, string>();
  readonly #firstComment: string | null;

  /** Reads each file once. */
  static read(path: string): SourceFile {
    const file = read.get(path) ?? new SourceFile(path);
    read.set(path, file);
    return file;
  }

  private constructor(path: string) {
    this.path = path;
    this.text = readFileSync(path, "utf8");
    const { program, comments, errors } = parseSync(path, this.text);
    const [error] = errors;
    if (error !== undefined) throw new Error(`Cannot read "${path}": ${error.message}`);
    const docs = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
    for (const { end, value } of docs) this.#comments.set(end, value.slice(1));
    this.#firstComment = docs[0]?.start === 0 ? docs[0].value.slice(1) : null;
    for (const statement of program.body) this.#add(statement as Statement);
  }

  /** The doc comment of the file itself: at its very beginning, in front of its imports. */
  get comment(): string | null {
    return this.#firstComment;
  }

  /** The doc comment directly before a position. */
  commentBefore(start: number): string | null {
    return this.#comments.get(this.text.slice(0, start).trimEnd().length) ?? null;
  }

  /** The text of a node, or between two positions. */
  slice({ start }: { readonly start: number }, { end }: { readonly end: number }): string {
    return this.text.slice(start, end).trim();
  }

  /** The declarations of a name, from any file. */
  resolve(
    name: string,
  ): { readonly file: SourceFile; readonly declared: readonly Declared[] } | null {
    const origin = this.exports.get(name) ?? this.imports.get(name);
    if (origin !== undefined && origin.file !== null)
      return SourceFile.read(origin.file).resolve(origin.name);
    const declared = this.declarations.get(origin?.name ?? name);
    return declared === undefined ? null : { file: this, declared };
  }

  #add(statement: Statement): void {
    const { start } = statement;
    switch (statement.type) {
      case "ImportDeclaration":
        for (const specifier of statement.specifiers) {
          if (specifier.type !== "ImportSpecifier") continue;
          const file = this.#fileOf(statement.source.value);
          this.imports.set(specifier.local.name, { file, name: nameOf(specifier.imported) });
        }
        break;
      case "ExportAllDeclaration":
        if (statement.exported === null) break;
        this.exports.set(nameOf(statement.exported), {
          file: this.#fileOf(statement.source.value),
          name: "*",
        });
        break;
      case "ExportNamedDeclaration":
        for (const { local, exported } of statement.specifiers) {
          const file = statement.source === null ? null : this.#fileOf(statement.source.value);
          this.exports.set(nameOf(exported), { file, name: nameOf(local) });
        }
        if (statement.declaration !== null) {
          for (const name of this.#declare(statement.declaration, start))
            this.exports.set(name, { file: null, name });
        }
        break;
      case "FunctionDeclaration":
      case "TSDeclareFunction":
      case "ClassDeclaration":
      case "VariableDeclaration":
      case "TSTypeAliasDeclaration":
      case "TSInterfaceDeclaration":
        this.#declare(statement, start);
        break;
      default:
    }
  }

  #declare(node: Declaration, start: number): string[] {
    const names = declaredNames(node);
    for (const name of names)
      this.declarations.set(name, [...(this.declarations.get(name) ?? []), { node, start }]);
    return names;
  }

  #fileOf(specifier: string): string | null {
    return specifier.startsWith(".") ? join(dirname(this.path), specifier) : null;
  }
}

function declaredNames(node: Declaration): string[] {
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in node && node.id !== null && "name" in node.id ? [node.id.name] : [];
}

function nameOf(name: Node): string {
  if (name.type === "Identifier") return name.name;
  throw new Error(`Cannot read a name of the kind "${name.type}": must be an identifier`);
}

/** Every node below a node, itself included. */
export function* nodesBelow(node: object): Generator<Node> {
  if ("type" in node) yield node as Node;
  for (const value of Object.values(node)) {
    if (typeof value === "object" && value !== null) yield* nodesBelow(value);
  }
}
