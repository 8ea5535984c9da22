/**
 * A page that tries to call the app from inside a frame, and reports the result to the page above.
 */
export const frameAttack = `<script>
  const tell = (text) => parent.postMessage(text, "*");
  try {
    webkit.messageHandlers.framework.postMessage("0".repeat(32) + "{}").then(() => tell("answered"), (e) => tell(String(e)));
  } catch (error) { tell(String(error)); }
</script>`;
