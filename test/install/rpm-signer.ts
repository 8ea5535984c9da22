import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { missingTool, run } from "../bundler/project.ts";

/** The reason why no package can be signed here, or `null`. */
export const missingForRpmSigner = () => missingTool("rpmsign", "gpg", "gpg-agent", "gpgconf");

/** Signs packages as their publisher does, with a key of its own. */
export class RpmSigner implements Disposable {
  readonly #place = tempDir();
  readonly #env = { GNUPGHOME: this.#place.path, HOME: this.#place.path };
  readonly #who = "Ada Byron <ada@example.org>";
  /** The public key's path. */
  readonly key = join(this.#place.path, "key.asc");

  makeKey(): void {
    const made = [
      "--passphrase",
      "",
      "--quick-generate-key",
      this.#who,
      "rsa2048",
      "sign",
      "never",
    ];
    run(["gpg", "--batch", ...made], { env: this.#env });
    run(["gpg", "--batch", "--armor", "--output", this.key, "--export", this.#who], {
      env: this.#env,
    });
  }

  sign(packages: readonly string[]): void {
    // Debian's rpm looks for a program "gpg2".
    const how = [`_gpg_name ${this.#who}`, `__gpg ${Bun.which("gpg")}`].flatMap((one) => [
      "--define",
      one,
    ]);
    run(["rpmsign", ...how, "--addsign", ...packages], { env: this.#env });
  }

  [Symbol.dispose](): void {
    // gpg has started a process that keeps the key.
    run(["gpgconf", "--kill", "all"], { env: this.#env });
    this.#place[Symbol.dispose]();
  }
}
