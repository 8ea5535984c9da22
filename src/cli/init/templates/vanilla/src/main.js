const { invoke } = window.__FRAMEWORK__;

const form = document.querySelector("form");
const answer = document.querySelector("[role=status]");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  // "greet" is a command of src-framework/main.ts.
  answer.textContent = await invoke("greet", { name: form.elements.namedItem("name").value });
});
