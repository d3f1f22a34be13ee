import type { Plugin } from "vite";

/** Methods of one class that the portal never reaches. */
interface Unused {
  /** End of the path of the module. */
  readonly file: string;
  readonly class: string;
  readonly methods: readonly string[];
}

/**
 * The portal itself gives i18next its texts, so no backend loads any, and there is one instance. The query client has no mutations, because calls
 * that write are sent without it.
 */
export const UNUSED: readonly Unused[] = [
  {
    file: "/node_modules/i18next/dist/esm/i18next.js",
    class: "Connector",
    methods: ["queueLoad", "loaded", "read", "prepareLoading", "load", "reload", "loadOne", "saveMissing"],
  },
  {
    file: "/node_modules/i18next/dist/esm/i18next.js",
    class: "I18n",
    methods: [
      "hydrate",
      "setDefaultNamespace",
      "loadNamespaces",
      "loadLanguages",
      "dir",
      "cloneInstance",
      "toJSON",
    ],
  },
  {
    file: "/node_modules/i18next/dist/esm/i18next.js",
    class: "ResourceStore",
    methods: ["addResource", "addResources", "removeResourceBundle", "removeNamespaces", "toJSON"],
  },
  {
    file: "/node_modules/@tanstack/query-core/build/modern/queryClient.js",
    class: "QueryClient",
    methods: [
      "isMutating",
      "getQueriesData",
      "setQueriesData",
      "resetQueries",
      "infiniteQuery",
      "fetchInfiniteQuery",
      "prefetchInfiniteQuery",
      "ensureInfiniteQueryData",
      "getMutationCache",
      "setMutationDefaults",
      "getMutationDefaults",
      "defaultMutationOptions",
      "getDefaultOptions",
      "setDefaultOptions",
      "setQueryDefaults",
    ],
  },
  {
    file: "/node_modules/@tanstack/query-core/build/modern/mutationCache.js",
    class: "MutationCache",
    methods: ["build", "add", "remove", "canRun", "runNext", "find"],
  },
];

/** Leaves these methods, and code that only they use, out of the first load. Bundlers keep every method of a class. */
export function leanMethods(): Plugin {
  return {
    name: "netportal:lean-methods",
    apply: "build",
    transform(code, id) {
      const lean = withoutMethods(code, id);
      return lean === code ? null : { code: lean, map: null };
    },
  };
}

/** The module without its unused methods. Throws if the module no longer has one of them, so that somebody looks at the new version of the package. */
export function withoutMethods(code: string, id: string): string {
  return UNUSED.filter(({ file }) => id.endsWith(file)).reduce(withoutUnused, code);
}

function withoutUnused(code: string, { class: name, methods, file }: Unused): string {
  const whole = new RegExp(`^(?:var ${name} = class|class ${name})\\b[\\s\\S]*?^\\}`, "m");
  const [body] = whole.exec(code) ?? [];
  if (body === undefined) throw new Error(`${file} has no class ${name}`);
  const lean = methods.reduce((text, method) => {
    const rest = text.replace(
      new RegExp(`^(\\t| {2})${method}\\([\\s\\S]*?\\) \\{\\n[\\s\\S]*?^\\1\\}\\n`, "m"),
      "",
    );
    if (rest === text) throw new Error(`${name} of ${file} has no method ${method}`);
    return rest;
  }, body);
  return code.replace(body, () => lean);
}
