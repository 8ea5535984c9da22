/** A page's own scripts, as it names them, that no engine runs directly: TypeScript and JSX. */
export function scriptsToCompile(html: string): string[] {
  const found: string[] = [];
  // One linear pass, for any page.
  new HTMLRewriter()
    .on("script[src]", {
      element: (script) => {
        const path = (script.getAttribute("src") ?? "").trim();
        if (isRun(script.getAttribute("type") ?? "") && isOwn(path) && isSource(path))
          found.push(path);
      },
    })
    .transform(html);
  return found;
}

/** The scripts and style sheets that a page asks for, by its own names, and the base of these. */
export function pageParts(html: string): {
  readonly base: string;
  readonly parts: readonly string[];
} {
  const bases: string[] = [];
  const parts: string[] = [];
  new HTMLRewriter()
    .on("base[href]", { element: (base) => void bases.push(base.getAttribute("href") ?? "") })
    .on("script[src]", {
      element(script) {
        if (isRun(script.getAttribute("type") ?? "")) parts.push(script.getAttribute("src") ?? "");
      },
    })
    .on('link[rel~="stylesheet" i][href]', {
      element: (link) => void parts.push(link.getAttribute("href") ?? ""),
    })
    .transform(html);
  // The first of two counts.
  return { base: bases[0] ?? "", parts };
}

/** The attributes of a page that contain scripts, as `onload of <link>`. */
export function scriptAttributes(html: string): string[] {
  const found: string[] = [];
  new HTMLRewriter()
    .on("*", {
      element({ tagName, attributes }) {
        for (const [name, value] of attributes) {
          // An element of a library's own may have one named "once".
          if (/^on[a-z]+$/i.test(name) && value !== "") found.push(`${name} of <${tagName}>`);
        }
      },
    })
    .transform(html);
  return found;
}

/** Engines run no other type: such a script belongs to another tool, as `text/babel` does. */
function isRun(type: string): boolean {
  return /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type.trim());
}

function isOwn(path: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(path);
}

function isSource(path: string): boolean {
  return /^[^?#]*\.(?:[cm]?ts|tsx|jsx)(?:[?#]|$)/i.test(path);
}
