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
