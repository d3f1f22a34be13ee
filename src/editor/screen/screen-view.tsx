import { memo, useCallback, useEffect, useMemo, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { useSnapshot } from "valtio";
import { allows } from "#contract/rule";
import { isList, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { type Screen, type Section, isSent } from "#core/screen/screen";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { elementNamed } from "../../ui/layout/element-named.ts";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { SideLayout } from "../../ui/layout/side-layout.tsx";
import { useLocale } from "../../ui/text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { MarksProvider, NO_MARKS } from "../overlay/marks.ts";
import { usePlannedLists, type Shown } from "../overlay/use-overlay.ts";
import { FaultBlock, type FailedCall } from "../fault/fault-block.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { useAccount } from "../portal/account.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useFrame } from "../portal/frame.ts";
import { useSettings, useShell, useTransactionList } from "../portal/stores.ts";
import { objectOf, useSectionScreen, type SectionScreen } from "../section/section-context.ts";
import { SectionView } from "../section/section-view.tsx";
import { completeSteps, hasOwnHistory, HISTORY, ownAsked } from "./complete-steps.ts";
import { pathCanExist } from "./path-values.ts";
import { ScreenHead } from "./screen-head.tsx";
import { toAscii } from "./to-ascii.ts";

const MissingObject = later("beside", async () => (await import("../beside/object-parts.ts")).MissingObject);

const Beside = later("beside", async () => (await import("../beside/object-parts.ts")).Beside);

const PlanSwitch = later(
  "planned-marks",
  async () => (await import("../overlay/planned-marks.tsx")).PlanSwitch,
);

export interface ScreenViewProps {
  readonly screen: Screen;
  readonly params: Readonly<Record<string, string>>;
  /** The object in the path: title until its row is known, and name in the sentence if it is missing. */
  readonly name: string | null;
  /** Title of a page without an object. */
  readonly title: string;
  /** Drawn between head and sections. */
  readonly children?: ReactNode;
}

/** A screen: one call, its head and its sections. */
export const ScreenView = memo(function ScreenView(props: ScreenViewProps): ReactNode {
  const { screen, params, name, title, children } = props;
  const { steps, state } = useScreen(screen, params);
  const shared = useShared(screen, params, steps, state);
  const { items } = useListState(useTransactionList());
  useAnchor(state.phase === "ready");
  const known = isNumbered(screen, steps, name) ? null : name;
  usePageInfo(screen, shared, known ?? title);
  return (
    <useSectionScreen.Provider value={shared}>
      <MarksProvider value={state.phase === "ready" ? state.overlaid.marks : NO_MARKS}>
        <Layout
          screen={screen}
          state={state}
          head={<ScreenHead screen={screen} name={known} title={title} />}
        >
          {items.length > 0 && state.phase === "ready" && orElse(null, <PlanSwitch {...state.overlaid} />)}
          {children}
          <Content screen={screen} state={state} name={name ?? ""} />
        </Layout>
      </MarksProvider>
    </useSectionScreen.Provider>
  );
});

interface ContentProps {
  readonly screen: Screen;
  readonly state: ScreenState;
  readonly name: string;
}

/** The sections, or the reason why there are none. */
function Content({ screen, state, name }: ContentProps): ReactNode {
  if (state.phase === "missing") return <MissingObject screen={screen} name={name} />;
  if (state.phase === "failed") return <FaultBlock call={state.call} />;
  const isUnsent = state.phase === "unsent";
  const sections = isUnsent ? screen.sections.filter(needsNoRows) : screen.sections;
  return (
    <>
      {sections.map((section, at) => (
        <SectionView key={at} section={section} headOf={screen.current?.of ?? null} />
      ))}
      {state.phase === "loading" && <Loading />}
    </>
  );
}

function needsNoRows({ kind }: Section): boolean {
  return kind === "note" || kind === "door";
}

interface LayoutProps {
  readonly screen: Screen;
  readonly state: ScreenState;
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** A page of an object has a side panel, and its history at the end. */
function Layout({ screen, state, head, children }: LayoutProps): ReactNode {
  const { visitor } = useAccount();
  if (screen.current === undefined || !(mayHaveObject(state) || hasCompany(screen, state)))
    return (
      <>
        {head}
        {children}
      </>
    );
  const side = orElse(
    null,
    <Meanwhile value={<div className="side-column" />}>
      <Beside screen={screen} />
    </Meanwhile>,
  );
  const { historyFor = "always" } = screen.current;
  const isToldHistory = !hasOwnHistory(screen) && allows(historyFor, visitor);
  const end = mayHaveObject(state) && (
    <div className="side-end">
      <SectionView section={{ kind: "dependencies", of: screen.current.of }} headOf={null} />
      {isToldHistory && <SectionView section={OWN_HISTORY} headOf={null} />}
    </div>
  );
  return (
    <SideLayout head={head} side={side} end={end}>
      {children}
    </SideLayout>
  );
}

/** True while the rows are loading, and after that if there is a current row. */
function mayHaveObject(state: ScreenState): boolean {
  return state.phase === "loading" || (state.phase === "ready" && state.current !== null);
}

/** True if the side panel has content although no row is stored: for a free address it shows the responsible people. */
function hasCompany(screen: Screen, state: ScreenState): boolean {
  if (state.phase !== "ready" || screen.current?.isOptional !== true) return false;
  const { people = [] } = screen.current.beside ?? {};
  return people.some(({ from }) => (state.lists[from]?.length ?? 0) > 0);
}

const NOT_READY = { lists: null, sent: null, current: null };

const OWN_HISTORY: Section = { kind: "history", of: HISTORY };

/** True if the path has a gpk, which means nothing to readers. */
function isNumbered(screen: Screen, steps: readonly Step[], name: string | null): boolean {
  const list = steps.find((step) => step.idx === screen.current?.of)?.old?.["gpk_list"];
  return name !== null && list !== undefined && isList(list) && list.includes(name);
}

function useShared(
  screen: Screen,
  params: Readonly<Record<string, string>>,
  steps: SectionScreen["steps"],
  state: ScreenState,
): SectionScreen {
  const { lists, sent, current } = state.phase === "ready" ? state : NOT_READY;
  return useMemo(
    () => ({
      params,
      steps,
      lists,
      sent,
      current,
      variant: screen.variant ?? null,
      sections: screen.sections,
      tableCount: screen.sections.filter((section) => section.kind === "table").length,
    }),
    [screen, params, steps, lists, sent, current],
  );
}

/** Tells the frame the contents of the page, and removes the current object when the page closes. */
function usePageInfo(screen: Screen, { lists, current, steps }: SectionScreen, name: string): void {
  const catalogue = useCatalogue();
  const shell = useShell();
  const { showPage } = useFrame();
  const locale = useLocale();
  const of = screen.current?.of;
  const step = steps.find((one) => one.idx === of);
  const type = step === undefined ? null : objectOf(step);
  const title =
    current === null || type === null
      ? name
      : shownTitle(catalogue, catalogue.objectType(type), current, locale, lists ?? undefined);
  useEffect(() => {
    const shown = type === null ? null : { name: type, title: catalogue.typeName(type, locale) };
    showPage({ title, lists, type: shown });
  }, [showPage, title, lists, type, catalogue, locale]);
  const gpk = current?.["gpk"];
  const variant = screen.variant ?? null;
  const { pathname: shownAt } = useLocation();
  useEffect(() => {
    if (typeof gpk !== "string" || type === null) return undefined;
    shell.setCurrent({ type, gpk, title: title ?? gpk, variant, shownAt });
    return () => shell.setCurrent(null);
  }, [shell, gpk, type, title, variant, shownAt]);
}

/** Scrolls to the part of the page that the address names, once its rows are loaded. Does not scroll after going back or forward. */
function useAnchor(isReady: boolean): void {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (!isReady || hash.length < 2 || (type === "POP" && key !== FIRST)) return;
    const part = elementNamed(hash);
    part?.scrollIntoView();
    part?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [isReady, hash, key, type]);
}

/** Key of the address that the portal was opened at. */
const FIRST = "default";

/** State of a screen: nothing to request, waiting, rows, a missing object, or a refusal. */
type ScreenState =
  | { readonly phase: "unsent" | "loading" | "missing" }
  | {
      readonly phase: "ready";
      readonly lists: Lists;
      readonly sent: Lists;
      readonly current: Row | null;
      readonly overlaid: Shown;
    }
  | { readonly phase: "failed"; readonly call: FailedCall };

const NO_STEPS: readonly Step[] = [];

/** The lists of a screen by one execute call. */
function useScreen(
  screen: Screen,
  params: Readonly<Record<string, string>>,
): { readonly state: ScreenState; readonly steps: readonly Step[] } {
  const catalogue = useCatalogue();
  const { visitor } = useAccount();
  const steps = useSteps(screen, params);
  const sends = isSent(screen, steps, visitor);
  const canExist = useCallback(
    (sent: readonly Step[]) => pathCanExist(catalogue, screen, sent, params, toAscii),
    [catalogue, screen, params],
  );
  const { query, isPossible, isUnsure, overlaid } = usePlannedLists(sends ? steps : NO_STEPS, canExist);
  if (!sends) return { steps, state: { phase: "unsent" } };
  if (!isPossible) return { steps, state: { phase: "missing" } };
  if (overlaid !== null) {
    const state = readyState(screen, overlaid, query.data ?? overlaid.lists);
    // An object that the server does not know may be a planned one.
    return { steps, state: isUnsure && state.phase === "missing" ? { phase: "loading" } : state };
  }
  if (query.isError) return { steps, state: { phase: "failed", call: query } };
  return { steps, state: { phase: "loading" } };
}

/** Steps of a screen for the account and its choices. */
function useSteps(screen: Screen, params: Readonly<Record<string, string>>): readonly Step[] {
  const { visitor, loginName } = useAccount();
  const settings = useSettings();
  const { ownLists } = useSnapshot(settings.state);
  const asked = ownAsked(useLocation().search);
  return useMemo(
    () => completeSteps(screen, params, { visitor, loginName, ownLists, asked }),
    [screen, params, visitor, loginName, ownLists, asked],
  );
}

function readyState(screen: Screen, overlaid: Shown, sent: Lists): ScreenState {
  const { lists } = overlaid;
  const { of, isOptional } = screen.current ?? {};
  const current = of === undefined ? null : (lists[of]?.[0] ?? null);
  if (of !== undefined && current === null && isOptional !== true) return { phase: "missing" };
  return { phase: "ready", lists, sent, current, overlaid };
}
