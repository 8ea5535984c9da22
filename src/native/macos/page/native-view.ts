import type { Address } from "../../ffi/signature.ts";
import type { ViewOwner } from "../../shell/view/documents.ts";
import { NSMenu, NSMenuItem } from "../lib/appkit/menu.ts";
import {
  WKWebView,
  WKWebViewConfiguration,
  type WKUserContentController,
  type WKWebsiteDataStore,
} from "../lib/webkit.ts";
import { itemsOf } from "../objc/array.ts";
import type { ObjectOf } from "../objc/object.ts";
import { methodOf, OwnClass, type OwnObject } from "../objc/own-class.ts";
import { optionalText } from "../objc/text.ts";
import { dropMethods, type FileDrop } from "../window/file-drop.ts";
import { restrictConfiguration } from "./restrictions.ts";
import { registerSchemes } from "./scheme.ts";

/** The overrides of our view class over WebKit's. */
export interface OwnView {
  readonly documents: { readonly owner: ViewOwner | null };
  /** Its drag and drop. */
  readonly drop: FileDrop;
}

export type NativeView = OwnObject<typeof WKWebView.instance>;

const method = methodOf<OwnView>();

export const nativeViews: OwnClass<OwnView> = new OwnClass<OwnView>({
  name: "FrameworkWebView",
  base: "WKWebView",
  methods: {
    "acceptsFirstMouse:": method(
      "n>B",
      ({ documents }) => documents.owner?.spec.acceptFirstMouse ?? false,
    ),
    ...dropMethods<OwnView>(
      ({ drop }) => drop,
      () => nativeViews,
    ),
    "willOpenMenu:withEvent:": method("@@>v", (_view, menu) => reduceMenu(menu)),
  },
});

/** The prefixes of the engine's menu items that are refused or lead to other services. */
const refusedItems =
  /^WKMenuItemIdentifier(?:Open\w+InNewWindow|Download|Share|SearchWeb|Translate|CopyLinkWithHighlight)/;

function reduceMenu(address: Address): void {
  const menu = NSMenu.at(address);
  // AppKit draws every separator: also the second of two, and one at the end.
  let separator: Address | null = null;
  let isEmpty = true;
  for (const item of itemsOf(menu.send("itemArray"))) {
    const { isSeparator, name } = describe(item);
    if (isSeparator ? isEmpty || separator !== null : refusedItems.test(name)) {
      menu.send("removeItem:", item);
    } else {
      separator = isSeparator ? item : null;
      isEmpty = false;
    }
  }
  if (separator !== null) menu.send("removeItem:", separator);
}

function describe(address: Address): { readonly isSeparator: boolean; readonly name: string } {
  const item = NSMenuItem.at(address);
  return {
    isSeparator: item.send("isSeparatorItem"),
    name: optionalText(item.send("identifier")) ?? "",
  };
}

/** The parts of a view. */
export interface NativeViewParts {
  readonly store: ObjectOf<typeof WKWebsiteDataStore>;
  readonly contents: ObjectOf<typeof WKUserContentController>;
  readonly schemeHandler: OwnObject<{}>;
  readonly schemes: readonly string[];
}

/** Creates the WKWebView of a view. */
export function makeNativeView(
  view: OwnView,
  { store, contents, schemeHandler, schemes }: NativeViewParts,
): NativeView {
  using configuration = WKWebViewConfiguration.make("init");
  configuration.send("setWebsiteDataStore:", store);
  configuration.send("setUserContentController:", contents);
  registerSchemes(configuration, schemes, schemeHandler);
  restrictConfiguration(configuration);
  const nowhere = { x: 0, y: 0, width: 0, height: 0 };
  const initializer = "initWithFrame:configuration:";
  return nativeViews.makeBy(
    view,
    initializer,
    WKWebView.instance[initializer],
    [nowhere, configuration],
    WKWebView.instance,
  );
}
