// Which of an app's files answers a path, and which files of a folder belong to an app: what a
// built app does, and what `framework dev` shows, must be the same.

/**
 * The files that may answer a path inside the app, without a leading "/": the first that is there
 * does. Static exports write `about.html` or `about/index.html`, and link to `/about` or `/about/`,
 * in any pairing.
 */
export function fileCandidates(path: string): readonly string[] {
  if (path === "") return ["index.html"];
  if (!path.endsWith("/")) return [path, `${path}.html`, `${path}/index.html`];
  const page = path.replace(/\/$/, "");
  return page === "" || page.endsWith("/")
    ? [`${path}index.html`]
    : [`${path}index.html`, `${page}.html`];
}

/**
 * What answers the navigation to a path that no file has: a single-page app does its own routing.
 */
export const fallbackPage = "index.html";

/** Whether a path may be a route of the page's own. What looks like a file must be one. */
export function mayBeRoute(path: string): boolean {
  return !/[^/]\.[^/.]+$/.test(path);
}

/**
 * The path inside the app that the path of a parsed address means, without a leading "/"; `null`:
 * it tries to leave it.
 */
export function pathInApp(pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname).slice(1);
  } catch {
    return null;
  }
  // The URL parser has folded plain ".." already; what is left was encoded to get past it.
  if (path.includes("\0") || path.includes("\\") || path.split("/").includes("..")) return null;
  return path;
}

// What lies in a folder of pages by accident, and is no part of any: `.well-known` and other names
// that begin with a dot are asked for by their names.
const straysAndSecrets = [
  // version control
  /^\.(?:git|hg|svn|bzr|cvs|jj)(?:$|[a-z]|-credentials)/,
  // systems
  /^\.(?:ds_store|appledouble|lsoverride|localized|fseventsd|directory|hidden|_.*|spotlight-.*|trash.*|nfs.*|fuse_hidden.*)$/,
  // editors
  /^\.(?:idea|vscode|vs|zed|fleet|editorconfig|project|classpath|settings|#.*|.*\.sw[a-p])$/,
  // tools
  /^\.(?:npmrc|npmignore|yarn.*|pnp\..*|pnpm.*|nvmrc|node-version|bun.*|eslint.*|prettier.*|stylelint.*|babelrc.*|swcrc|browserslistrc|tsbuildinfo|cache|parcel-cache|turbo|nx|dockerignore|github|gitlab.*|circleci|travis\.yml)$/,
  // what must stay with the developer
  /^\.(?:env(?:\..*)?|netrc|pgpass|htpasswd|aws|ssh|gnupg|azure|kube|docker|pypirc|.*history|.*(?:secret|credential|passw|private|token).*)$/,
];

/** Whether one part of a path is the name of a file or folder that stays out of apps. */
function isStray(name: string): boolean {
  // On Windows a stream of a file, and its name with dots or blanks behind it, is that file.
  const plain = name.toLowerCase().replace(/:.*$|(?<![. ])[. ]+$/gs, "");
  return name.startsWith(".") && straysAndSecrets.some((stray) => stray.test(plain));
}

/**
 * Whether a file or folder of a page stays out of the app: one of the names in its path is never
 * part of a page.
 */
export function staysOut(path: string): boolean {
  return path.split(/[/\\]/).some(isStray);
}
