// The size of the text: a preference, kept by the page's storage, which both windows share.

const key = "size";

export const readSize = (): number => Number(localStorage.getItem(key) ?? "16");

export function writeSize(size: number): void {
  localStorage.setItem(key, String(size));
}

/** Shows this window in the chosen size, now and after each change in another window. */
export function followSize(): void {
  const show = () => document.documentElement.style.setProperty("--size", `${readSize()}px`);
  addEventListener("storage", show);
  show();
}
