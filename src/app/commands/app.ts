import type { Handlers } from "../calls/context.ts";

/** The handlers of the app module. */
export const appHandlers: Handlers<"app"> = {
  "app.getName": (_, { services }) => services.name,
  "app.getVersion": (_, { services }) => services.config.package.version,
  "app.getFrameworkVersion": (_, { services }) => services.launch.frameworkVersion,
  "app.show": (_, { services }) => services.ui.call("app.setVisible", { visible: true }),
  "app.hide": (_, { services }) => services.ui.call("app.setVisible", { visible: false }),
  "app.getStart": (_, { services }) => services.openings.start,
  "app.takeOpened": (_, { services }) => services.openings.takeForPages(),
};
