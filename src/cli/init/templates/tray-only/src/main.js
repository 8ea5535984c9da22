const { event, invoke } = window.__FRAMEWORK__;

const status = document.querySelector("[role=status]");

await event.listen("status", ({ payload }) => {
  status.textContent = payload;
});
// "status" is a command of src-framework/main.ts.
status.textContent = await invoke("status");
