import { SESSION_STEPS } from "#contract/wire/session-steps";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ShortMetadataRow } from "#contract/short-metadata";
import type { Json } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { Execute, Lists } from "#contract/wire/outcome";
import { progressIn } from "#contract/wire/progress";
import type { Step } from "#contract/wire/step";
import { buildCatalogue, type Catalogue } from "#core/catalogue/catalogue";
import { DATA_LANGUAGES, type DataLanguage } from "#core/locales";
import { findRoute, levelAbove } from "#core/route/route";
import { sessionInfo, visitorOf } from "#core/session/session";
import { createApp, type App } from "../../server/app.ts";
import { tokenHash } from "../../server/access/token.ts";
import { loadCatalogue, OWN_TYPES } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open.ts";
import type { Catalogue as Definitions } from "../../server/catalogue/object-type.ts";
import { describe } from "../../server/wapi/describe/metadata.ts";
import { shortRow } from "../../server/wapi/describe/short.ts";
import { mergeTranslations, readLists } from "../../src/api/execute.ts";
import { ROUTES } from "../../src/app/routes.ts";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider, type Portal } from "../../src/app/providers.tsx";
import { PlannedList } from "../../src/editor/planned/planned-list.tsx";
import { PlannerHost } from "../../src/editor/planning/planner-host.tsx";
import { createMemoryLog } from "../../src/state/command-log.ts";
import { createOfferedCommands } from "../../src/state/commands.ts";
import { createNotices } from "../../src/state/notices.ts";
import { createSettings } from "../../src/state/settings.ts";
import { createSearchStore } from "../../src/state/search.ts";
import { createShell } from "../../src/state/shell.ts";
import { createTransactionList } from "../../src/state/txlist.ts";
import { NavigateContext } from "../../src/ui/layout/link.tsx";
import { emptyDatabase, plainTemplate, testDatabase } from "./postgres.ts";
import "./queries.ts";
import "./undrawn.ts";
import { Address } from "./address.tsx";
import { KNOWN } from "../../src/subjects/subjects.ts";

/** The portal on the server in this process and a real database, without a mock. */
export interface PortalWorld {
  readonly execute: Execute;
  /** Runs the steps as somebody else; a refusal fails the test. */
  readonly apply: (steps: readonly Step[]) => Promise<Lists>;
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly portal: Portal;
  /** Answers that the portal keeps. */
  readonly client: QueryClient;
  /** Calls made so far, each with its steps. */
  readonly calls: readonly (readonly Step[])[];
  /** Holds back the answers of reading calls until the returned function is called. */
  readonly holdLists: () => () => void;
  /** The same for calls that write. */
  readonly holdWrites: () => () => void;
  /** Shows the page at a path beside the planned list, for a portal with these differences, and over both what is given. */
  readonly show: (path: string, differences?: Partial<Portal>, over?: ReactNode) => Promise<RenderResult>;
  readonly close: () => Promise<void>;
}

const TOKEN = "ada-".repeat(16);

/** Creates a database with one administrator, and a portal with her session. `site` is a folder of further object types. */
export async function portalWorld(site?: string): Promise<PortalWorld> {
  const definitions = await loadCatalogue(site === undefined ? undefined : [...OWN_TYPES, site]);
  const database = await emptyDatabase(site === undefined ? plainTemplate() : undefined);
  const db = await openDatabase({
    url: database.url,
    catalogue: definitions,
    metadata: describe(definitions),
  });
  await insertAdministrator((sql, params) => db.query(sql, params));
  const world = await portalOn(db, definitions, { login: "ada", token: TOKEN });
  return {
    ...world,
    async close() {
      world.close();
      await db.close();
      await database.drop();
    },
  };
}

/** The demo campus of size S in a database of its own. */
export interface Campus {
  /** The portal with a session of one of its people, such as `greta`, an administrator of groups. */
  readonly as: (login: string) => Promise<Omit<PortalWorld, "close">>;
  readonly close: () => Promise<void>;
}

export async function campus(): Promise<Campus> {
  const database = await testDatabase({ demo: true });
  const { db, catalogue } = database;
  const open: { close(): void }[] = [];
  return {
    async as(login) {
      const token = `${login}-`.repeat(64).slice(0, 64);
      await db.query(
        `insert into cntl.wapi_auth (login_name, is_session, token_hash, expiration_date)
         select id, true, $2, now() + interval '1 hour' from cntl.mgr where login_name = $1`,
        [login, tokenHash(token)],
      );
      const world = await portalOn(db, catalogue, { login, token });
      open.push(world);
      return world;
    },
    async close() {
      for (const one of open) one.close();
      await database.close();
    },
  };
}

interface Person {
  readonly login: string;
  readonly token: string;
}

async function portalOn(
  db: Database,
  definitions: Definitions,
  person: Person,
): Promise<Omit<PortalWorld, "close"> & { close(): void }> {
  const app = createApp({ db, catalogue: definitions, accessMode: "rw", log: (text) => console.error(text) });
  const calls: (readonly Step[])[] = [];
  const plain = app.executeAs(person.token);
  let held: Promise<unknown> = Promise.resolve();
  let heldWrites: Promise<unknown> = Promise.resolve();
  const execute: Execute = async (steps, options) => {
    calls.push(steps);
    const outcome = await plain(steps, options);
    await (steps.every(({ name }) => name.endsWith(".list")) ? held : heldWrites);
    return outcome.ok ? { ...outcome, lists: mergeTranslations(outcome.lists) } : outcome;
  };
  const catalogues = await readCatalogues(execute, definitions);
  const portal = await portalOf(app, execute, catalogues, person);
  const { catalogue } = portal;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    execute,
    async apply(steps) {
      const outcome = await execute(steps, { dryRun: false });
      if (!outcome.ok) throw new Error(outcome.fault.description);
      return outcome.lists;
    },
    db,
    catalogue,
    portal,
    client,
    calls,
    holdLists() {
      const { promise, resolve } = Promise.withResolvers<null>();
      held = promise;
      return () => resolve(null);
    },
    holdWrites() {
      const { promise, resolve } = Promise.withResolvers<null>();
      heldWrites = promise;
      return () => resolve(null);
    },
    async show(path, differences = {}, over = null) {
      await startTexts("en");
      return render(
        <QueryClientProvider client={client}>
          <Address path={path}>
            <PortalProvider value={{ ...portal, ...differences }}>
              <Links>
                <PlannerHost>
                  <OpenPage />
                  <PlannedList />
                  {over}
                </PlannerHost>
              </Links>
            </PortalProvider>
          </Address>
        </QueryClientProvider>,
      );
    },
    close() {
      cleanup();
      client.clear();
    },
  };
}

/** Makes links lead to other pages, as the frame of the portal does. */
function Links({ children }: { readonly children: ReactNode }): ReactNode {
  const navigate = useNavigate();
  return <NavigateContext value={(to) => void navigate(to)}>{children}</NavigateContext>;
}

const pages = new Map<string, ReactNode>();

/** The page at the open path. Its parts are loaded before the test begins. */
function OpenPage(): ReactNode {
  const { pathname } = useLocation();
  return pages.get(findRoute(ROUTES, pathname)?.route.path ?? "") ?? null;
}

async function loadPages(): Promise<void> {
  for (const { path, page } of ROUTES) {
    if (page.kind !== "view" || pages.has(path)) continue;
    const Page = await page.load();
    pages.set(path, <Page />);
  }
}

type Catalogues = (language: DataLanguage) => Catalogue;

/** The catalogues of the portal, each from metadata in its language, as the server makes them. */
async function readCatalogues(execute: Execute, definitions: Definitions): Promise<Catalogues> {
  const lists = await readLists(execute, [
    { idx: "metadata", name: "wapi.object_type.metadata" },
    { idx: "types", name: "wapi.data_type.list" },
  ]);
  const read = (language: DataLanguage): Catalogue => {
    const rows = (lists["metadata"] ?? []).map((row) => shortRow(row, definitions, language));
    // Parse boundary: rows of the self-description (wire contract 5).
    return buildCatalogue(
      {
        metadata: rows as unknown as readonly ShortMetadataRow[],
        dataTypes: lists["types"] as unknown as readonly DataTypeRow[],
      },
      KNOWN,
    );
  };
  const known = new Map(DATA_LANGUAGES.map((language) => [language, read(language)]));
  return (language) => {
    const catalogue = known.get(language);
    if (catalogue === undefined) throw new Error(`no metadata in ${language}`);
    return catalogue;
  };
}

async function portalOf(
  app: App,
  execute: Execute,
  catalogues: Catalogues,
  { login, token }: Person,
): Promise<Portal> {
  await loadPages();
  const session = sessionInfo(await readLists(execute, SESSION_STEPS));
  const callProgress: Portal["calls"]["callProgress"] = async (callId) => {
    const target = { kind: "function", object: "wapi.transaction", operation: "progress" } as const;
    const query = new URLSearchParams({ call_id: callId });
    const { body } = await app.executor.call({ target, token, query, body: null });
    // The answer to a single call is one JSON text.
    return typeof body === "string" ? progressIn(JSON.parse(body) as Json) : null;
  };
  const txlist = createTransactionList({
    execute,
    log: createMemoryLog(),
    progress: (callId) => callProgress(callId, new AbortController().signal),
    onLost: () => undefined,
    isOnline: () => true,
  });
  await txlist.open(login);
  return {
    calls: { execute, viewer: { token: login, as: null }, callProgress },
    catalogue: catalogues("en"),
    metadata: {
      renewCatalogue: null,
      catalogueIn: (language) => Promise.resolve(catalogues(language)),
    },
    account: {
      visitor: {
        ...visitorOf(session, null),
        modules: new Set(["dnsvs", "macauth", "dhcp_leases", "netdoc"]),
      },
      loginName: login,
      firstName: null,
    },
    instance: { product: "Ahornnetz", wifiNetwork: "ahornnetz-geräte" },
    frame: { showPage: () => undefined, above: (path) => levelAbove(ROUTES, path), useAlerts: () => [] },
    txlist,
    settings: createSettings({ storage: localStorage }),
    shell: createShell({ storage: localStorage }),
    search: createSearchStore({ storage: localStorage }),
    commands: createOfferedCommands(),
    notices: createNotices({ now: () => Date.now(), later: () => () => undefined }),
  };
}

async function insertAdministrator(
  query: (sql: string, params?: readonly unknown[]) => Promise<unknown>,
): Promise<void> {
  await query("insert into cntl.mgr (login_name) values ('ada')");
  await query(
    `insert into cntl.wapi_auth (login_name, user_name, is_session, token_hash, expiration_date)
     select id, 'ada', true, $1, now() + interval '1 hour' from cntl.mgr`,
    [tokenHash(TOKEN)],
  );
  await query("insert into cntl.role (name) values ('admin')");
  await query(
    "insert into cntl.role2permission (role_name, permission_name) select r.id, p.id from cntl.role r, cntl.permission p",
  );
  await query(
    "insert into cntl.mgr2role (login_name, role_name) select m.id, r.id from cntl.mgr m, cntl.role r",
  );
}
