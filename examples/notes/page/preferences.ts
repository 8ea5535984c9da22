import { followSize, readSize, writeSize } from "./size.ts";

const size = document.querySelector<HTMLInputElement>("#size")!;
size.value = String(readSize());
size.addEventListener("input", () => {
  writeSize(size.valueAsNumber);
  followSize();
});
followSize();
