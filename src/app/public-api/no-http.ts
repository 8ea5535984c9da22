import { FrameworkError } from "../../contract/errors.ts";
import type { OwnHttpPart } from "./app-http.ts";

/** For an app whose scope admits no address. */
export const ownHttp: OwnHttpPart = () => {
  const refuse = (url: string): Promise<never> =>
    Promise.reject(
      new FrameworkError(
        "out-of-scope",
        `Cannot request "${url}": not in framework.allowlist.http.scope`,
      ),
    );
  return { fetch: refuse, check: refuse };
};
