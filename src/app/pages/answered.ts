import type { PageResponse } from "../../contract/ui/index.ts";

/**
 * The answer to a request, also after any error: a page may request anything, and a request without
 * an answer waits forever. Errors go to the log, not to the page.
 */
export async function answered(
  url: string,
  answer: () => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  try {
    return await answer();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `framework: Cannot answer a request for "${url.slice(0, longestShown)}": ${reason}\n`,
    );
    return {
      status: 500,
      headers: { "content-type": "text/plain;charset=utf-8", "cache-control": "no-store" },
      body: { kind: "bytes", bytes: new TextEncoder().encode("Cannot answer this request") },
    };
  }
}

const longestShown = 200;
