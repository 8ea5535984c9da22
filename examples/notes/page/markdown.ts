// The part of Markdown that notes need: headings, lists, paragraphs, bold, italics and code. It makes
// elements and never HTML from text, so a note that came from elsewhere can run nothing.

const inline = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;

function element(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function inlineNodes(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, bold, italic, code] = match;
    nodes.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (bold !== undefined) nodes.push(element("strong", bold));
    else if (italic !== undefined) nodes.push(element("em", italic));
    else nodes.push(element("code", code ?? ""));
  }
  return [...nodes, text.slice(end)];
}

/** The elements of a note. */
export function renderMarkdown(text: string): Node[] {
  const blocks: HTMLElement[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    const heading = /^(#{1,6}) (.*)$/.exec(lines[0] ?? "");
    if (heading !== null) {
      blocks.push(element(`h${heading[1]?.length}`, ...inlineNodes(heading[2] ?? "")));
      lines.shift();
    }
    if (lines.length === 0) continue;
    if (lines.every((line) => /^[-*] /.test(line)))
      blocks.push(
        element("ul", ...lines.map((line) => element("li", ...inlineNodes(line.slice(2))))),
      );
    else blocks.push(element("p", ...inlineNodes(lines.join(" "))));
  }
  return blocks;
}
