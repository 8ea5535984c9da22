import { createHash } from "node:crypto";
import { constants, type DatabaseSync } from "node:sqlite";

/** One step of a database from version to version, in the form of Tauri's plugin. */
export interface Migration {
  /** An integer; steps run in the order of their versions. */
  readonly version: number;
  /** The purpose, for people. */
  readonly description: string;
  /** Any number of statements. */
  readonly sql: string;
}

// The table is that of sqlx, which Tauri's plugin keeps in the databases of its users. Source:
// sqlx-sqlite/src/migrate.rs
const table = `CREATE TABLE IF NOT EXISTS _sqlx_migrations (
  version BIGINT PRIMARY KEY,
  description TEXT NOT NULL,
  installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  success BOOLEAN NOT NULL,
  checksum BLOB NOT NULL,
  execution_time BIGINT NOT NULL
)`;

interface Applied {
  readonly version: number;
  readonly success: number;
  readonly checksum: Uint8Array;
}

/**
 * Migrates a database to the newest version. Each step is committed together with its record:
 * killing the process in between, or a concurrent process, does no harm.
 *
 * @throws Error when a step that has run was changed or is missing, or one fails
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
  if (migrations.length === 0) return;
  const steps = migrations.toSorted((one, other) => one.version - other.version);
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec(table);
    const applied = database
      .prepare("SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version")
      .all() as unknown as readonly Applied[];
    const missing = findMissing(steps, applied);
    for (const step of missing) apply(database, step);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function findMissing(
  steps: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  for (const { version, success, checksum } of applied) {
    const step = steps.find((each) => each.version === version);
    if (step === undefined)
      throw new Error(
        `it has migration ${version}, which this version of the app does not know: update the app`,
      );
    if (success !== 1)
      throw new Error(`migration ${version} "${step.description}" was begun and did not end`);
    if (!checksumOf(step).equals(checksum))
      throw new Error(
        `migration ${version} "${step.description}" has run with another text: leave it as it was, and add one`,
      );
  }
  const known = new Set(applied.map(({ version }) => version));
  return steps.filter(({ version }) => !known.has(version));
}

function apply(database: DatabaseSync, step: Migration): void {
  const { version, description, sql } = step;
  const begun = performance.now();
  let ends = false;
  database.setAuthorizer((action) => {
    if (action !== constants.SQLITE_TRANSACTION) return constants.SQLITE_OK;
    ends = true;
    return constants.SQLITE_DENY;
  });
  try {
    database.exec(sql);
  } catch (error) {
    const reason = ends ? "it may hold no BEGIN, COMMIT or ROLLBACK" : (error as Error).message;
    throw new Error(`migration ${version} "${description}": ${reason}`, { cause: error });
  } finally {
    database.setAuthorizer(null);
  }
  const nanoseconds = Math.round((performance.now() - begun) * 1e6);
  database
    .prepare(
      "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (?, ?, 1, ?, ?)",
    )
    .run(version, description, checksumOf(step), nanoseconds);
}

function checksumOf({ sql }: Migration): Buffer {
  return createHash("sha384").update(sql).digest();
}
