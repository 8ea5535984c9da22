/**
 * Skips the page's `beforeunload` question the next time it is left. A reload by the tool must not
 * wait for the user's answer.
 */
export const leaveWithoutAsking =
  'addEventListener("beforeunload",(event)=>event.stopImmediatePropagation(),{capture:true,once:true})';
