// `npm run soak -- --wine`. No `.test.` in its name: it takes minutes.
import { soakUnderWine } from "./soak.ts";

soakUnderWine({ rounds: 10, callsInRound: 2000, windowsInRound: 5, tell: console.log });
