import * as v from "valibot";
import { bodyOfFile } from "../../../disk/read.ts";
import type { Environment } from "../../../process/environment.ts";
import { UserError } from "../../terminal.ts";
import type { Content, Destination } from "./destination.ts";

// Releases of a repository. A path is a tag and the name of a file in its release:
//
//   releases/1.2.0/notes.deb        v1.2.0            notes.deb
//   updates-beta/linux-x86_64.json  updates-beta      linux-x86_64.json
//
// Source: GitHub, "REST API endpoints for releases" and "… for release assets", 2022-11-28.

const asset = v.object({ id: v.number(), name: v.string() });
const release = v.object({
  id: v.number(),
  upload_url: v.pipe(v.string(), v.url()),
  assets: v.array(asset),
});
type Release = v.InferOutput<typeof release>;

const minutes = 60_000;

interface Place {
  readonly tag: string;
  readonly file: string;
}

/** @param repository `owner/name` */
export function githubDestination(repository: string, environment: Environment): Destination {
  const server = environment["GITHUB_SERVER_URL"] ?? "https://github.com";
  const releases = new Releases(repository, environment);
  return {
    name: `${server}/${repository}/releases`,
    async read(path) {
      const { tag, file } = placeOf(path);
      const found = (await releases.find(tag))?.assets.find(({ name }) => name === file);
      return found === undefined ? null : await releases.textOf(found.id);
    },
    async put(path, content) {
      const { tag, file } = placeOf(path);
      await releases.put(tag, file, content);
    },
    link(_, path) {
      const { tag, file } = placeOf(path);
      return `${server}/${repository}/releases/download/${[tag, file].map(encodeURIComponent).join("/")}`;
    },
  };
}

/** Replaces characters as GitHub does itself, so that a feed has the final names. */
function placeOf(path: string): Place {
  const parts = path.split("/");
  const file = (parts.pop() ?? "").replaceAll(/[^\w.+-]+/g, ".");
  const [first = "", second] = parts;
  if (parts.length === 2 && first === "releases") return { tag: `v${second}`, file };
  if (parts.length === 1) return { tag: first, file };
  throw new UserError(
    `Cannot publish "${path}" in a release: the endpoint must be like https://github.com/<owner>/<name>/releases/download/updates-{{channel}}/{{target}}-{{arch}}.json`,
  );
}

class Releases {
  readonly #address: string;
  readonly #token: string;
  readonly #known = new Map<string, Release>();

  constructor(repository: string, environment: Environment) {
    const api = environment["GITHUB_API_URL"] ?? "https://api.github.com";
    this.#address = `${api}/repos/${repository}/releases`;
    this.#token = environment["GITHUB_TOKEN"] ?? environment["GH_TOKEN"] ?? "";
    if (this.#token === "")
      throw new UserError(
        "Cannot publish to GitHub: set GITHUB_TOKEN to a token that may write the repository's contents",
      );
  }

  /** The release of a tag; `null`: there is none. */
  async find(tag: string): Promise<Release | null> {
    const known = this.#known.get(tag);
    if (known !== undefined) return known;
    const address = `${this.#address}/tags/${encodeURIComponent(tag)}`;
    const answer = await this.#ask("GET", address, { allow: [404] });
    return answer.status === 404 ? null : this.#remember(tag, await answer.json());
  }

  async textOf(id: number): Promise<string> {
    const accept = "application/octet-stream";
    const answer = await this.#ask("GET", `${this.#address}/assets/${id}`, { accept });
    return await answer.text();
  }

  /** Uploads a file to the release of a tag, and makes a missing release. */
  async put(tag: string, file: string, content: Content): Promise<void> {
    const { upload_url: upload, assets } = (await this.find(tag)) ?? (await this.#make(tag));
    const before = assets.find(({ name }) => name === file);
    if (before !== undefined) await this.#ask("DELETE", `${this.#address}/assets/${before.id}`);
    // A template of RFC 6570: …/assets{?name,label}
    const address = new URL(upload.replace(/\{.*\}$/, ""));
    address.searchParams.set("name", file);
    const body = "file" in content ? bodyOfFile(content.file) : content.text;
    const answer = await this.#ask("POST", address.href, { body });
    const added = v.parse(asset, await answer.json());
    const all = [...assets.filter(({ name }) => name !== file), added];
    const now = this.#known.get(tag);
    if (now !== undefined) this.#known.set(tag, { ...now, assets: all });
  }

  async #make(tag: string): Promise<Release> {
    const isVersion = tag.startsWith("v");
    const settings = {
      tag_name: tag,
      name: tag,
      // A release with feeds is no version, and must not be shown as the latest one.
      prerelease: !isVersion || tag.includes("-"),
      make_latest: isVersion && !tag.includes("-") ? "true" : "false",
    };
    const answer = await this.#ask("POST", this.#address, { body: JSON.stringify(settings) });
    return this.#remember(tag, await answer.json());
  }

  #remember(tag: string, answer: unknown): Release {
    const read = v.parse(release, answer);
    this.#known.set(tag, read);
    return read;
  }

  async #ask(
    method: string,
    address: string,
    {
      body,
      accept = "application/vnd.github+json",
      allow = [],
    }: {
      readonly body?: string | Bun.BunFile;
      readonly accept?: string;
      readonly allow?: readonly number[];
    } = {},
  ): Promise<Response> {
    let answer: Response;
    try {
      answer = await fetch(address, {
        method,
        headers: {
          accept,
          authorization: `Bearer ${this.#token}`,
          "x-github-api-version": "2022-11-28",
          "user-agent": "framework",
          ...(body !== undefined && {
            "content-type":
              typeof body === "string" ? "application/json" : "application/octet-stream",
          }),
        },
        body: body ?? null,
        signal: AbortSignal.timeout(60 * minutes),
      });
    } catch (cause) {
      throw new UserError(`Cannot reach "${address}": ${(cause as Error).message}`, { cause });
    }
    if (answer.ok || allow.includes(answer.status)) return answer;
    const printed = (await answer.text()).slice(0, 500);
    throw new UserError(
      `Cannot ${method} "${address}": GitHub answered ${answer.status} ${printed}`,
    );
  }
}
