// Parses the output of `bun test`. Its JUnit report is no substitute: it leaves out files that
// could not be loaded.

/** The prefix of a test's result line. */
const outcome = /^\((pass|fail|skip|todo)\) /;

/** The heading of a file's test output. Files that run concurrently have several. */
const heading = /^(\S+\.[cm]?[jt]sx?):$/;

/** A file that could not be loaded, or an error that belongs to no test: no result line follows. */
const betweenTests = "# Unhandled error between tests";

/** After more than twenty failures, Bun lists the failed tests again. */
const listedAgain = /^\d+ tests? failed:$/;

/**
 * The maximum number of lines of one error: more would hide the others, and its end contains the
 * expectation.
 */
const longest = 80;

/** @param {string} report The output of `bun test`, with or without colours. */
const plain = (report) =>
  // eslint-disable-next-line no-control-regex
  report.replace(/\x1b\[[0-9;]*m/g, "");

/**
 * Reads the summary at the end.
 *
 * @param {string} report
 * @returns {{ passed: number, failed: number, skipped: number } | null} `null` if the run ended
 * before it.
 */
export function readCounts(report) {
  const text = plain(report);
  const summary = /((?:^ *\d+ [a-z() ]+\n)+)Ran \d+ tests? across/m.exec(
    text.slice(text.lastIndexOf("\n\n ")),
  );
  if (summary === null) return null;
  const count = (word) => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(summary[1])?.[1] ?? 0);
  return {
    passed: count("pass"),
    failed: Math.max(count("fail"), count("errors?")),
    skipped: count("skip") + count("todo"),
  };
}

/**
 * The failed tests by file and name, in order, and their errors: for files that run concurrently,
 * errors use another channel than results, and so come earlier or later.
 *
 * @param {string} report
 * @returns {{ names: string[], errors: string[] }} One name for each that counts as failed.
 */
export function readFailures(report) {
  const names = [];
  const errors = [];
  let file = "";
  let output = [];
  for (const line of plain(report).split("\n")) {
    if (listedAgain.test(line)) break;
    const named = heading.exec(line);
    if (named === null && !outcome.test(line)) {
      if (line !== "") output.push(line);
      continue;
    }
    if (line.startsWith("(fail)")) names.push(`${file}: ${line}`);
    closeBlock();
    file = named?.[1] ?? file;
  }
  closeBlock();
  return { names, errors };

  function closeBlock() {
    if (output.includes(betweenTests))
      names.push("(fail) what belongs to no test: its error is above");
    if (output.some((line) => line.startsWith("error: ")))
      errors.push(output.slice(-longest).join("\n"));
    output = [];
  }
}

/**
 * The files of failed tests, each once.
 *
 * @param {readonly string[]} names As `readFailures` returns them.
 * @returns {string[] | null} `null` if a failure belongs to no file.
 */
export function filesOfFailures(names) {
  const files = names.map((name) => /^(\S+): \(fail\)/.exec(name)?.[1]);
  return files.includes(undefined) ? null : [...new Set(files)];
}

/**
 * Counts the passed and the skipped tests of some files.
 *
 * @param {string} report
 * @param {readonly string[]} files
 * @returns {{ passed: number, skipped: number }}
 */
export function readCountsOf(report, files) {
  const counts = { pass: 0, fail: 0, skip: 0, todo: 0 };
  let file = "";
  for (const line of plain(report).split("\n")) {
    if (listedAgain.test(line)) break;
    file = heading.exec(line)?.[1] ?? file;
    const [, result] = outcome.exec(line) ?? [];
    if (result !== undefined && files.includes(file)) counts[result]++;
  }
  return { passed: counts.pass, skipped: counts.skip + counts.todo };
}
