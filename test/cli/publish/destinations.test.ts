// Destinations on other machines, by stand-ins for their services and programs.

import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PublishedProject } from "./published-project.ts";

const secret = "a-secret-that-stays-unseen";

/** The content of a service, by path, and the requests that it got. */
class Service implements Disposable {
  readonly files = new Map<string, string>();
  readonly requests: { readonly line: string; readonly authorization: string }[] = [];
  readonly #server: Bun.Server<undefined>;

  constructor(answer: (request: Request, service: Service) => Response | Promise<Response>) {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => {
        const { pathname } = new URL(request.url);
        this.requests.push({
          line: `${request.method} ${pathname}`,
          authorization: request.headers.get("authorization") ?? "",
        });
        return answer(request, this);
      },
    });
  }

  get url(): string {
    return this.#server.url.origin;
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }
}

async function s3(request: Request, { files }: Service): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === "PUT") {
    files.set(pathname, await request.text());
    return new Response(null, { headers: { etag: '"x"' } });
  }
  const text = files.get(pathname);
  if (text !== undefined) return new Response(text);
  return new Response("<Error><Code>NoSuchKey</Code><Message>none</Message></Error>", {
    status: 404,
    headers: { "content-type": "application/xml" },
  });
}

test("a bucket gets files first and feeds last, with a signature and without the secret", async () => {
  using service = new Service(s3);
  using project = new PublishedProject();
  project.build("1.2.0");
  const env = {
    AWS_ACCESS_KEY_ID: "the-key",
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_ENDPOINT: service.url,
    AWS_REGION: "eu-central-1",
  };
  const { code, out, err } = await project.publish(["--to", "s3://bucket/notes"], env);
  expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("Cannot") });
  const puts = service.requests.filter(({ line }) => line.startsWith("PUT "));
  expect(puts.map(({ line }) => line).slice(-2)).toEqual([
    "PUT /bucket/notes/releases/1.2.0/linux-x86_64.feed.json",
    "PUT /bucket/notes/stable/linux-x86_64.json",
  ]);
  expect(puts).toHaveLength(6);
  expect(service.files.get("/bucket/notes/releases/1.2.0/notes_1.2.0_amd64.deb")).toBe("deb");
  for (const { authorization } of service.requests)
    expect(authorization).toStartWith("AWS4-HMAC-SHA256 Credential=the-key/");
  expect(out + err + JSON.stringify(service.requests)).not.toContain(secret);
});

test("a bucket that refuses is an error with its words and without the secret", async () => {
  using service = new Service(
    () =>
      new Response("<Error><Code>AccessDenied</Code><Message>no entry</Message></Error>", {
        status: 403,
      }),
  );
  using project = new PublishedProject();
  project.build("1.2.0");
  const env = { AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: secret, AWS_ENDPOINT: service.url };
  const { code, err } = await project.publish(["--to", "s3://bucket"], env);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^Cannot read ".*" in the bucket "bucket": no entry/m),
  });
  expect(err).not.toContain(secret);
});

interface GithubRelease {
  readonly id: number;
  readonly settings: Record<string, unknown>;
  readonly assets: Map<number, { readonly name: string; readonly text: string }>;
}

/** A stand-in for GitHub's service of releases. */
class Github extends Service {
  readonly releases = new Map<string, GithubRelease>();
  #last = 0;

  constructor() {
    super((request) => this.#answer(request));
  }

  /** The names of a release's files. */
  names(tag: string): string[] {
    return [...(this.releases.get(tag)?.assets.values() ?? [])].map(({ name }) => name).toSorted();
  }

  textOf(tag: string, name: string): string | undefined {
    return [...(this.releases.get(tag)?.assets.values() ?? [])].find((one) => one.name === name)
      ?.text;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (request.headers.get("authorization") !== `Bearer ${secret}`)
      return Response.json({ message: "Bad credentials" }, { status: 401 });
    const path = pathname.replace("/repos/me/notes/releases", "");
    const [, kind, id = ""] = path.split("/");
    if (path === "" && request.method === "POST") {
      const settings = (await request.json()) as Record<string, unknown>;
      const release = { id: ++this.#last, settings, assets: new Map() };
      this.releases.set(String(settings["tag_name"]), release);
      return Response.json(this.#shown(release), { status: 201 });
    }
    if (kind === "tags") {
      const release = this.releases.get(decodeURIComponent(id));
      return release === undefined
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : Response.json(this.#shown(release));
    }
    const release = [...this.releases.values()].find(
      (one) => one.assets.has(Number(id)) || (kind === "upload" && one.id === Number(id)),
    );
    if (release === undefined) return new Response(null, { status: 404 });
    if (kind === "upload") {
      const name = searchParams.get("name") ?? "";
      if ([...release.assets.values()].some((one) => one.name === name))
        return Response.json({ message: "already_exists" }, { status: 422 });
      const asset = { id: ++this.#last, name };
      release.assets.set(asset.id, { name, text: await request.text() });
      return Response.json(asset, { status: 201 });
    }
    if (request.method === "DELETE") {
      release.assets.delete(Number(id));
      return new Response(null, { status: 204 });
    }
    return new Response(release.assets.get(Number(id))?.text);
  }

  #shown({ id, assets }: GithubRelease): object {
    return {
      id,
      upload_url: `${this.url}/repos/me/notes/releases/upload/${id}{?name,label}`,
      assets: [...assets].map(([number, { name }]) => ({ id: number, name })),
    };
  }
}

test("releases of GitHub get the files of a version, and a release for each channel its feeds", async () => {
  using github = new Github();
  using project = new PublishedProject(
    "https://github.com/me/notes/releases/download/updates-{{channel}}/{{target}}-{{arch}}.json",
  );
  const env = { GITHUB_TOKEN: secret, GITHUB_API_URL: github.url };
  const publish = async (...args: string[]): Promise<void> => {
    const { code, out, err } = await project.publish(["--to", "github:me/notes", ...args], env);
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("Cannot") });
    expect(out + err).not.toContain(secret);
  };
  project.build("1.2.0");
  await publish("--rollout", "10");
  await publish("--rollout", "50");
  expect(github.names("v1.2.0")).toEqual([
    "linux-x86_64.feed.json",
    "notes_1.2.0_amd64.deb",
    "notes_1.2.0_x86_64.AppImage",
    "notes_1.2.0_x86_64.AppImage.index",
    "notes_1.2.0_x86_64.AppImage.tar.gz",
  ]);
  expect(github.names("updates-stable")).toEqual(["linux-x86_64.json"]);
  const feed = JSON.parse(github.textOf("updates-stable", "linux-x86_64.json") ?? "");
  expect([feed.rollout, feed.platforms["linux-x86_64"].url]).toEqual([
    50,
    "https://github.com/me/notes/releases/download/v1.2.0/notes_1.2.0_x86_64.AppImage.tar.gz",
  ]);
  const settings = (tag: string) => github.releases.get(tag)?.settings;
  expect(settings("v1.2.0")).toMatchObject({ prerelease: false, make_latest: "true" });
  expect(settings("updates-stable")).toMatchObject({ prerelease: true, make_latest: "false" });
});

test("a token that GitHub refuses is an error that does not show it", async () => {
  using github = new Github();
  using project = new PublishedProject();
  project.build("1.2.0");
  const token = "another-secret-token";
  const env = { GITHUB_TOKEN: token, GITHUB_API_URL: github.url };
  const { code, err } = await project.publish(["--to", "github:me/notes"], env);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("GitHub answered 401 "),
  });
  expect(err).not.toContain(token);
});

/** Copies as rsync does between folders of this machine: its last two arguments. */
const rsync = `#!/bin/sh
printf '%s\\n' "$*" >> "$RSYNC_CALLS"
while [ $# -gt 2 ]; do shift; done
from=\${1#me@server:} to=\${2#me@server:}
[ -e "$from" ] || { echo "no such file" >&2; exit 23; }
mkdir -p "$(dirname "$to")" && cp "$from" "$to"
`;

test("rsync is run for each file, and reads what is there", async () => {
  using project = new PublishedProject();
  project.build("1.2.0");
  const site = join(project.path, "site");
  mkdirSync(join(project.path, "bin"));
  writeFileSync(join(project.path, "bin/rsync"), rsync);
  chmodSync(join(project.path, "bin/rsync"), 0o755);
  const calls = join(project.path, "calls");
  const env = {
    PATH: `${join(project.path, "bin")}:${process.env["PATH"] ?? ""}`,
    RSYNC_CALLS: calls,
  };
  const to = ["--to", `me@server:${site}/`];
  for (const args of [to, [...to, "--release", "1.2.0", "--rollout", "5"]]) {
    const { code, err } = await project.publish(args, env);
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("Cannot") });
  }
  const feed = JSON.parse(readFileSync(join(site, "stable/linux-x86_64.json"), "utf8"));
  expect(feed).toMatchObject({ version: "1.2.0", rollout: 5 });
  expect(readFileSync(join(site, "releases/1.2.0/notes_1.2.0_amd64.deb"), "utf8")).toBe("deb");
  const lines = readFileSync(calls, "utf8").trim().split("\n");
  expect(lines.every((line) => line.startsWith("--times --mkpath --chmod=D755,F644 -- "))).toBe(
    true,
  );
});
