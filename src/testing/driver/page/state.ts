// The state of an element that can be queried. Source: WebDriver, "Element State".

/** Boolean attributes. The standard answers "true" for a present one. */
const booleanAttributes = new Set(
  (
    "allowfullscreen allowpaymentrequest allowusermedia async autofocus autoplay checked compact " +
    "complete controls declare default defaultchecked defaultselected defer disabled ended " +
    "formnovalidate hidden indeterminate iscontenteditable ismap itemscope loop multiple muted " +
    "nohref nomodule noresize noshade novalidate nowrap open paused playsinline pubdate readonly " +
    "required reversed scoped seamless seeking selected truespeed typemustmatch willvalidate"
  ).split(" "),
);

export function attributeOf(element: Element, name: string): string | null {
  const isHtml = element.namespaceURI === "http://www.w3.org/1999/xhtml";
  if (isHtml && !element.localName.includes("-") && booleanAttributes.has(name.toLowerCase()))
    return element.hasAttribute(name) ? "true" : null;
  return element.getAttribute(name);
}

export function isSelected(element: HTMLElement): boolean {
  const { localName } = element;
  if (localName === "option") return (element as HTMLOptionElement).selected;
  if (localName !== "input") return false;
  const { type, checked } = element as HTMLInputElement;
  return ["checkbox", "radio"].includes(type) && checked;
}

export function isEnabled(element: HTMLElement): boolean {
  if (element.ownerDocument.contentType.endsWith("xml") && element.namespaceURI !== htmlSpace)
    return false;
  return !element.matches(":disabled") && !isInDisabledList(element);
}

const htmlSpace = "http://www.w3.org/1999/xhtml";

/** For an option the list counts, too. */
function isInDisabledList(element: HTMLElement): boolean {
  return (
    ["option", "optgroup"].includes(element.localName) &&
    element.closest("select:disabled, optgroup:disabled") !== null
  );
}

/** A style of an element, as the engine computes it; of XML documents nothing. */
export function styleOf(element: HTMLElement, name: string): string {
  const { contentType, defaultView } = element.ownerDocument;
  if (contentType === "text/xml" || contentType === "application/xml") return "";
  return defaultView?.getComputedStyle(element).getPropertyValue(name) ?? "";
}

/** Its box, from the upper left corner of its document. */
export function boxOf(element: HTMLElement): object {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { scrollX = 0, scrollY = 0 } = element.ownerDocument.defaultView ?? {};
  return { x: left + scrollX, y: top + scrollY, width, height };
}
