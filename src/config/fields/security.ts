import { boolean, either, field, list, map, optional, record, required, text } from "./field.ts";

const cspSources = either("CspDirectiveSources", { text, list: list(text) });
const csp = either("Csp", { text, object: map(cspSources, "directive") });

const remoteDomain = record(
  "RemoteDomainAccessScope",
  "A domain outside the application whose pages may call commands, on all its paths and ports but not its subdomains. A port cannot be named: whoever serves pages on any of that machine may call, which for `localhost` is every program of the user.",
  {
    scheme: optional(text, "Scheme of the address; all when absent."),
    domain: required(text, "The domain."),
    windows: required(list(text), "Labels of the windows this is for."),
    plugins: field(
      list(text),
      [],
      "Names of the plugins it may call, without `framework-plugin-`.",
    ),
    enableFrameworkAPI: field(boolean, false, "It may call the framework's own commands."),
  },
);

export const securityConfig = record(
  "SecurityConfig",
  "The protection of the application's pages.",
  {
    csp: optional(
      csp,
      "Content Security Policy put into all HTML files of the built application; in development, too, when `devCsp` is absent. A text, or a map from directives to sources. Scripts and styles inside of pages get nonces, except where `'unsafe-inline'` stands in the directive that decides about them. Pages of an address as `distDir` do not get it.",
    ),
    devCsp: optional(
      csp,
      "Content Security Policy in development, for pages of a development server, too; on Windows only if `devPath` is an `http:` address.",
    ),
    freezePrototype: field(
      boolean,
      false,
      "Freeze `Object.prototype` in pages of the application.",
    ),
    dangerousDisableAssetCspModification: field(
      either("DisabledCspModificationKind", { boolean, list: list(text) }),
      false,
      "Do not add nonces and hashes to the policy: `true` for none at all, or a list of directives to leave alone. Without a correct policy this opens the application to injected scripts.",
    ),
    dangerousRemoteDomainIpcAccess: field(
      list(remoteDomain),
      [],
      "Domains outside the application whose pages may call commands. By default none has `window.__FRAMEWORK__`.",
    ),
    dangerousUseHttpScheme: field(
      boolean,
      false,
      "Use `http://<scheme>.localhost` instead of `https://<scheme>.localhost`, which allows mixed content.",
      {
        newer: true,
        systems: ["windows"],
        elsewhere: "the app's own addresses begin with framework://",
      },
    ),
  },
);
