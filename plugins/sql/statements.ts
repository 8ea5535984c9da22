/** One statement of a text of SQL. */
export interface Statement {
  /** The statement without its semicolon; parameters written `$1` are `?1`. */
  readonly sql: string;
  /**
   * The keyword of its effect, in lower case: `select`, `insert`, `begin`; for `WITH … INSERT` it
   * is `insert`.
   */
  readonly verb: string;
  /** Whether it has parameters without a number, which are bound in their order. */
  readonly hasPlainParameters: boolean;
  /** The first parameter with a name, such as `:text`, which a list of values cannot bind. */
  readonly namedParameter: string | null;
  /** The number of values that it needs: the highest number of a parameter. */
  readonly parameterCount: number;
}

// One token as SQLite reads it; an unclosed quote or comment reaches to the end of the text.
// Source: SQLite, src/tokenize.c
const tokens =
  /(?<space>\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$))|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|(?<parameter>\$\d+(?![\w$\u0080-\uffff])|\?\d*)|(?<named>[$:@#][\w$\u0080-\uffff]+)|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|[^]/g;

/** The keywords that may follow the definitions of a `WITH`. */
const afterWith = new Set(["select", "values", "insert", "replace", "update", "delete"]);

/**
 * Splits a text of SQL into its statements, because SQLite compiles only the first one of a text.
 * `$1` becomes `?1`: for SQLite it is a name, and names are bound in the order in which they
 * appear.
 */
export function parseStatements(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let open = new OpenStatement();
  for (const match of text.matchAll(tokens)) {
    if (match[0] !== ";" || !open.endsHere) {
      open.add(match);
      continue;
    }
    if (!open.isEmpty) statements.push(open.statement);
    open = new OpenStatement();
  }
  if (!open.isEmpty) statements.push(open.statement);
  return statements;
}

class OpenStatement {
  #sql = "";
  #verb = "";
  #depth = 0;
  #count = 0;
  #hasPlainParameters = false;
  #namedParameter: string | null = null;
  #parameterCount = 0;
  #isTrigger = false;
  /** The last two tokens except spaces. */
  #last: readonly [string, string] = ["", ""];

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /**
   * The body of a trigger contains statements with semicolons; `; END` closes it. Source:
   * sqlite3_complete()
   */
  get endsHere(): boolean {
    return !this.#isTrigger || (this.#last[0] === ";" && this.#last[1] === "end");
  }

  get statement(): Statement {
    return {
      sql: this.#sql.trim(),
      verb: this.#verb,
      hasPlainParameters: this.#hasPlainParameters,
      namedParameter: this.#namedParameter,
      parameterCount: this.#parameterCount,
    };
  }

  add([token, ...rest]: RegExpExecArray): void {
    const [space, parameter, named, word] = rest;
    this.#sql += parameter === undefined ? token : `?${parameter.slice(1)}`;
    if (space !== undefined) return;
    this.#count++;
    if (parameter === "?") {
      this.#hasPlainParameters = true;
      // It gets the number after the highest one before it.
      // Source: https://sqlite.org/lang_expr.html
      this.#parameterCount++;
    } else if (parameter !== undefined)
      this.#parameterCount = Math.max(this.#parameterCount, Number(parameter.slice(1)));
    this.#namedParameter ??= named ?? null;
    if (token === "(") this.#depth++;
    if (token === ")") this.#depth--;
    const name = word?.toLowerCase() ?? token;
    if (this.#count === 1 || (this.#verb === "with" && this.#depth === 0 && afterWith.has(name)))
      this.#verb = name;
    // CREATE TRIGGER, CREATE TEMP TRIGGER, EXPLAIN QUERY PLAN CREATE TEMP TRIGGER
    if (name === "trigger" && this.#count <= 6 && /^(?:create|temp|temporary)$/.test(this.#last[1]))
      this.#isTrigger = true;
    this.#last = [this.#last[1], name];
  }
}
