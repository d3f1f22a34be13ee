// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from "@testing-library/react";
import { memo, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildCatalogue } from "#core/catalogue/catalogue";
import { createPortalPorts, type PortalPorts } from "../../../src/app/portal-ports.ts";
import { PortalProvider, type Portal } from "../../../src/app/providers.tsx";
import { useSubjects } from "../../../src/app/start/use-subjects.ts";
import { useAccount } from "../../../src/editor/portal/account.ts";
import { useCalls } from "../../../src/editor/portal/calls.ts";
import { useInstance } from "../../../src/editor/portal/instance.ts";
import { useCatalogue, useMetadata } from "../../../src/editor/portal/metadata.ts";
import { useFrame } from "../../../src/editor/portal/frame.ts";
import {
  useNotices,
  useOfferedCommands,
  useSearch,
  useSettings,
  useShell,
  useTransactionList,
} from "../../../src/editor/portal/stores.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";
import { SYSTEM } from "../../support/system-info.ts";

type Known = Parameters<typeof useSubjects>[1];

const TOKEN = { text: "t", gpk: "tok-1", isTyped: true };
const SESSION = {
  user: { login_name: "ada", first_name: "Ada" },
  permissions: [],
  roles: [],
  isOuAdmin: false,
  languageAttributes: [],
};
const NOTHING_KNOWN: Known = {
  session: null,
  system: null,
  catalogue: catalogue(),
  showPage: (): void => undefined,
};

let ports: PortalPorts;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  ports = createPortalPorts();
});
afterEach(cleanup);

function withoutCache(): void {
  ports.settings.set("developer", true);
  ports.settings.set("dbEditorCache", false);
}

function catalogue() {
  return buildCatalogue({ metadata: [], dataTypes: [] }, KNOWN);
}

describe("a subject of the portal stays the same until what it depends on changes", () => {
  type Change = (change: Partial<Known>) => void;
  const CHANGES: readonly (readonly [what: string, make: (to: Change) => void, changed: string[]])[] = [
    ["other metadata", (to) => to({ catalogue: catalogue() }), ["catalogue"]],
    ["the session", (to) => to({ session: SESSION }), ["account"]],
    ["the answer about the system", (to) => to({ system: SYSTEM }), ["account", "instance"]],
    ["another page", (to) => to({ showPage: () => undefined }), ["frame"]],
    ["a sign-in", () => ports.session.begin(TOKEN, false), ["calls"]],
    ["metadata without a cache", () => withoutCache(), ["metadata"]],
    ["another theme", () => ports.settings.set("theme", "dark"), []],
  ];

  it.each(CHANGES)("%s", async (_, make, changed) => {
    const { result, rerender } = renderHook((known: Known) => useSubjects(ports, known), {
      initialProps: NOTHING_KNOWN,
    });
    const before = result.current;
    // Stores tell their changes a moment later.
    await act(async () => make((change) => rerender({ ...NOTHING_KNOWN, ...change })));
    const names = Object.keys(before) as readonly (keyof Portal)[];
    expect(names.filter((name) => before[name] !== result.current[name])).toEqual(changed);
  });
});

it("[OBJ-11] metadata are requested again for a form only while their cache is switched off", async () => {
  const fetch = vi.fn((_url: string) => Promise.resolve(new Response("[[]]")));
  vi.stubGlobal("fetch", fetch);
  ports = createPortalPorts();
  const { result } = renderHook(() => useSubjects(ports, NOTHING_KNOWN));
  expect(result.current.metadata.renewCatalogue).toBeNull();
  await act(async () => withoutCache());
  for (const count of [1, 2]) {
    await result.current.metadata.renewCatalogue?.();
    const asked = fetch.mock.calls.filter(([url]) => url.includes("/object_type/metadata"));
    expect(asked).toHaveLength(count);
  }
  vi.unstubAllGlobals();
});

describe("a change of one subject draws only the parts that ask for it", () => {
  const HOOKS: Readonly<Record<keyof Portal, () => unknown>> = {
    calls: useCalls,
    catalogue: useCatalogue,
    metadata: useMetadata,
    account: useAccount,
    instance: useInstance,
    frame: useFrame,
    settings: useSettings,
    shell: useShell,
    notices: useNotices,
    search: useSearch,
    commands: useOfferedCommands,
    txlist: useTransactionList,
  };
  const names = Object.keys(HOOKS) as readonly (keyof typeof HOOKS)[];

  it.each(names)("%s", (changed) => {
    const drawn: string[] = [];
    const parts = names.map((name) => {
      const usePart = HOOKS[name];
      return memo(function Part(): ReactNode {
        usePart();
        drawn.push(name);
        return null;
      });
    });
    const whole: Portal = renderHook(() => useSubjects(ports, NOTHING_KNOWN)).result.current;
    const shown = (value: typeof whole): ReactNode => (
      <PortalProvider value={value}>
        {parts.map((Part, at) => (
          <Part key={names[at]} />
        ))}
      </PortalProvider>
    );
    const { rerender } = render(shown(whole));
    expect(drawn).toEqual(names);
    drawn.length = 0;
    const other = { ...whole[changed] };
    rerender(shown({ ...whole, [changed]: other }));
    expect(drawn).toEqual([changed]);
  });
});
