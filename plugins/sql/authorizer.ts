import { constants as c } from "node:sqlite";

/**
 * Decides about each step of a page's SQL; SQLite calls it for each of them while it compiles a
 * statement. Unlisted steps are denied: new versions of SQLite add new steps.
 *
 * `ATTACH`, and `VACUUM INTO`, which attaches its target, would open any file of the user. A plain
 * `VACUUM`, or `ATTACH ''`, attaches a nameless temporary file.
 *
 * Source: https://sqlite.org/c3ref/c_alter_table.html
 */
export function authorize(action: number, first: string | null, second: string | null): number {
  return isAllowed(action, first, second) ? c.SQLITE_OK : c.SQLITE_DENY;
}

function isAllowed(action: number, first: string | null, second: string | null): boolean {
  if (action === c.SQLITE_ATTACH) return first === "";
  if (action === c.SQLITE_FUNCTION) return !deniedFunctions.has(second?.toLowerCase() ?? "");
  if (action === c.SQLITE_PRAGMA) return isAllowedPragma(first?.toLowerCase() ?? "", second);
  if (action === c.SQLITE_CREATE_VTABLE || action === c.SQLITE_DROP_VTABLE)
    return virtualTables.has(second?.toLowerCase() ?? "");
  if (action === c.SQLITE_READ || action === c.SQLITE_UPDATE || action === c.SQLITE_INSERT)
    // A table of raw pages, if a build has it.
    return first?.toLowerCase() !== "sqlite_dbpage";
  return otherActions.has(action);
}

const otherActions: ReadonlySet<number> = new Set([
  c.SQLITE_CREATE_INDEX,
  c.SQLITE_CREATE_TABLE,
  c.SQLITE_CREATE_TEMP_INDEX,
  c.SQLITE_CREATE_TEMP_TABLE,
  c.SQLITE_CREATE_TEMP_TRIGGER,
  c.SQLITE_CREATE_TEMP_VIEW,
  c.SQLITE_CREATE_TRIGGER,
  c.SQLITE_CREATE_VIEW,
  c.SQLITE_DELETE,
  c.SQLITE_DROP_INDEX,
  c.SQLITE_DROP_TABLE,
  c.SQLITE_DROP_TEMP_INDEX,
  c.SQLITE_DROP_TEMP_TABLE,
  c.SQLITE_DROP_TEMP_TRIGGER,
  c.SQLITE_DROP_TEMP_VIEW,
  c.SQLITE_DROP_TRIGGER,
  c.SQLITE_DROP_VIEW,
  c.SQLITE_SELECT,
  c.SQLITE_TRANSACTION,
  c.SQLITE_DETACH,
  c.SQLITE_ALTER_TABLE,
  c.SQLITE_REINDEX,
  c.SQLITE_ANALYZE,
  c.SQLITE_SAVEPOINT,
  c.SQLITE_RECURSIVE,
]);

/** The functions that load code, or would write files if a build has them. */
const deniedFunctions = new Set([
  "load_extension",
  "fts3_tokenizer",
  "readfile",
  "writefile",
  "edit",
]);

const virtualTables = new Set([
  "fts3",
  "fts4",
  "fts4aux",
  "fts5",
  "fts5vocab",
  "rtree",
  "rtree_i32",
  "geopoly",
]);

const reads = new Set([
  "application_id",
  "auto_vacuum",
  "busy_timeout",
  "cache_size",
  "collation_list",
  "compile_options",
  "data_version",
  "encoding",
  "foreign_keys",
  "freelist_count",
  "function_list",
  "journal_mode",
  "max_page_count",
  "module_list",
  "page_count",
  "page_size",
  "pragma_list",
  "recursive_triggers",
  "secure_delete",
  "synchronous",
  "table_list",
  "temp_store",
  "user_version",
  "wal_autocheckpoint",
]);

/**
 * Pragmas whose argument is a name, a number or absent, and that damage no file with any of them.
 */
const withAnyArgument = new Set([
  "analysis_limit",
  "application_id",
  "auto_vacuum",
  "cache_size",
  "defer_foreign_keys",
  "encoding",
  "foreign_key_check",
  "foreign_key_list",
  "foreign_keys",
  "incremental_vacuum",
  "index_info",
  "index_list",
  "index_xinfo",
  "integrity_check",
  "optimize",
  "quick_check",
  "recursive_triggers",
  "secure_delete",
  "shrink_memory",
  "table_info",
  "table_list",
  "table_xinfo",
  "user_version",
  "wal_autocheckpoint",
  "wal_checkpoint",
]);

/** Values with which the database survives a killed app intact. */
const safeValues: Readonly<Record<string, RegExp>> = {
  // The connection already waits a limited time, and a longer one would stop the statements of all
  // windows.
  busy_timeout: /^\d{1,4}$/,
  journal_mode: /^(?:wal|delete|truncate|persist)$/i,
  synchronous: /^(?:1|2|3|normal|full|extra)$/i,
  temp_store: /^(?:0|2|default|memory)$/i,
};

function isAllowedPragma(name: string, argument: string | null): boolean {
  if (argument === null) return reads.has(name) || withAnyArgument.has(name);
  return (
    withAnyArgument.has(name) ||
    (Object.hasOwn(safeValues, name) && safeValues[name]!.test(argument))
  );
}
