// The look of an app among others on macOS.

import { expect } from "bun:test";
import { defineApp, type ActivationPolicy, type App } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { testOnEach } from "../support/each-system.ts";

async function start(activationPolicy?: ActivationPolicy) {
  let own: App | undefined;
  const app = await startInMemory({
    definition: defineApp({ setup: (given) => void (own = given) }),
    config: {
      framework: {
        bundle: {
          identifier: "org.example.memory",
          ...(activationPolicy && { macOS: { activationPolicy } }),
        },
      },
    },
  });
  return Object.assign(app, { own: own as unknown as App });
}

testOnEach("an app begins with the policy of its configuration, on macOS alone", async (system) => {
  using regular = await start();
  expect(regular.platform.activationPolicy).toBeNull();
  using accessory = await start("accessory");
  expect(accessory.platform.activationPolicy).toBe(system === "macos" ? "accessory" : null);
});

testOnEach("own code changes the policy, and refuses what is none", async () => {
  using app = await start();
  await app.own.setActivationPolicy("prohibited");
  expect(app.platform.activationPolicy).toBe("prohibited");
  await expect(app.own.setActivationPolicy("hidden" as ActivationPolicy)).rejects.toThrow(
    'Cannot set the activation policy "hidden": it must be "regular", "accessory" or "prohibited"',
  );
});
