import { soakUnderWine } from "./soak.ts";

// `npm run soak -- --wine` does as much of it as the interface asks for.
soakUnderWine({ rounds: 4, callsInRound: 300, windowsInRound: 2 });
