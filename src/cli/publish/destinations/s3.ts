import { S3Client } from "bun";
import { bodyOfFile } from "../../../disk/read.ts";
import { UserError } from "../../terminal.ts";
import { relativeLink, type Destination } from "./destination.ts";

/**
 * A bucket of Amazon S3, or of a compatible service. Keys, region and endpoint come from the
 * environment variables of Bun and Amazon.
 *
 * @param prefix before all paths, without a slash at its ends; empty: none
 */
export function s3Destination(bucket: string, prefix: string): Destination {
  const client = new S3Client({ bucket });
  const key = (path: string): string => (prefix === "" ? path : `${prefix}/${path}`);
  const doing = async <T>(action: string, path: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (cause) {
      throw new UserError(
        `Cannot ${action} "${key(path)}" in the bucket "${bucket}": ${reasonOf(cause)}`,
        { cause },
      );
    }
  };
  return {
    name: `s3://${bucket}/${prefix}`,
    read: (path) =>
      doing("read", path, async () => {
        try {
          return await client.file(key(path)).text();
        } catch (error) {
          if (codeOf(error) === "NoSuchKey") return null;
          throw error;
        }
      }),
    put: (path, content) =>
      doing("write", path, async () => {
        if ("file" in content) await client.write(key(path), bodyOfFile(content.file));
        else await client.write(key(path), content.text, { type: "application/json" });
      }),
    link: relativeLink,
  };
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

/** Bun's message contains the service's words, and no key. */
function reasonOf(error: unknown): string {
  if (codeOf(error) === "ERR_S3_MISSING_CREDENTIALS")
    return "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT where it is not Amazon's";
  return error instanceof Error ? error.message : String(error);
}
