/** The text of an element as a reader sees it: `innerText`, without spaces at line ends. */
export function renderedText(element: HTMLElement): string {
  const text =
    "innerText" in element ? element.innerText : ((element as Element).textContent ?? "");
  return text
    .split("\n")
    .map((line) => line.replaceAll("\u00a0", " ").trim())
    .join("\n")
    .trim();
}
