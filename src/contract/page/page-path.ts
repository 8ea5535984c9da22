// Selects the file of an app that answers a path, and the files of a folder that belong to an app:
// a built app and `framework dev` must agree.

/**
 * The files that may answer a path inside the app, without a leading "/": the first existing one
 * does. Static exports write `about.html` or `about/index.html`, and link to `/about` or `/about/`,
 * in any combination.
 */
export function fileCandidates(path: string): readonly string[] {
  if (path === "") return ["index.html"];
  if (!path.endsWith("/")) return [path, `${path}.html`, `${path}/index.html`];
  const page = path.replace(/\/$/, "");
  return page === "" || page.endsWith("/")
    ? [`${path}index.html`]
    : [`${path}index.html`, `${page}.html`];
}

/** Answers the navigation to a path without a file: a single-page app does its own routing. */
export const fallbackPage = "index.html";

/** Whether a path may be a client-side route. A path with a file extension must be a file. */
export function mayBeRoute(path: string): boolean {
  return !/[^/]\.[^/.]+$/.test(path);
}

/**
 * The path inside the app for the path of a parsed address, without a leading "/"; `null`: it tries
 * to leave the app.
 */
export function pathInApp(pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname).slice(1);
  } catch {
    return null;
  }
  // The URL parser has resolved plain ".." already; a remaining one was encoded to bypass it.
  if (path.includes("\0") || path.includes("\\") || path.split("/").includes("..")) return null;
  return path;
}

// Files that lie in a folder of pages by accident and belong to no page. They are listed by name,
// because `.well-known` and other names with a leading dot are legitimate.
const straysAndSecrets = [
  // version control
  /^\.(?:git|hg|svn|bzr|cvs|jj)(?:$|[a-z]|-credentials)/,
  // systems
  /^\.(?:ds_store|appledouble|lsoverride|localized|fseventsd|directory|hidden|_.*|spotlight-.*|trash.*|nfs.*|fuse_hidden.*)$/,
  // editors
  /^\.(?:idea|vscode|vs|zed|fleet|editorconfig|project|classpath|settings|#.*|.*\.sw[a-p])$/,
  // tools
  /^\.(?:npmrc|npmignore|yarn.*|pnp\..*|pnpm.*|nvmrc|node-version|bun.*|eslint.*|prettier.*|stylelint.*|babelrc.*|swcrc|browserslistrc|tsbuildinfo|cache|parcel-cache|turbo|nx|dockerignore|github|gitlab.*|circleci|travis\.yml)$/,
  // secrets of the developer
  /^\.(?:env(?:\..*)?|netrc|pgpass|htpasswd|aws|ssh|gnupg|azure|kube|docker|pypirc|.*history|.*(?:secret|credential|passw|private|token).*)$/,
];

/** Whether one part of a path is the name of a file or folder that apps exclude. */
function isStray(name: string): boolean {
  // On Windows, a stream of a file and its name with trailing dots or blanks are that file.
  const plain = name.toLowerCase().replace(/:.*$|(?<![. ])[. ]+$/gs, "");
  return name.startsWith(".") && straysAndSecrets.some((stray) => stray.test(plain));
}

/** Whether apps exclude a file or folder of a page: a name in its path is never part of a page. */
export function staysOut(path: string): boolean {
  return path.split(/[/\\]/).some(isStray);
}
