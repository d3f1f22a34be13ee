import { memo, Suspense, useEffect, useMemo, type ReactNode } from "react";
import { allows } from "#contract/rule";
import type { Fault } from "#contract/wire/fault";
import { isList, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Screen, Section } from "#core/screen/screen";
import { Loading } from "../../ui/feedback/loading.tsx";
import { later } from "../../ui/layout/later.tsx";
import { SideLayout } from "../../ui/layout/side-layout.tsx";
import { useLocale } from "../../ui/text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { FaultBlock } from "../fault/fault-block.tsx";
import { usePortal } from "../portal.ts";
import { objectOf, SectionProvider, type SectionScreen } from "../section/section-context.ts";
import { SectionView } from "../section/section-view.tsx";
import { HISTORY } from "./complete-steps.ts";
import { MissingObject } from "./missing-object.tsx";
import { ScreenHead } from "./screen-head.tsx";
import { useAnchor } from "./use-anchor.ts";
import { useScreen, type ScreenState } from "./use-screen.ts";

const Beside = later("beside", async () => (await import("../beside/object-parts.ts")).Beside);

export interface ScreenViewProps {
  readonly screen: Screen;
  readonly params: Readonly<Record<string, string>>;
  /** The object the path names, for the sentence when it is not there and as title until its row is. */
  readonly name: string | null;
  /** Title of a page without an object. */
  readonly title: string;
  /** Stands between the head and the sections. */
  readonly children?: ReactNode;
}

/** A screen: one call, its head, its sections one after the other. */
export const ScreenView = memo(function ScreenView(props: ScreenViewProps): ReactNode {
  const { screen, params, name, title, children } = props;
  const { steps, state } = useScreen(screen, params);
  const shared = useShared(screen, params, steps, state);
  useAnchor(state.phase === "ready");
  const known = isNumbered(screen, steps, name) ? null : name;
  usePageInfo(screen, shared, known ?? title);
  const sections = state.phase === "unsent" ? notesOf(screen) : screen.sections;
  return (
    <SectionProvider value={shared}>
      <Layout screen={screen} state={state} head={<ScreenHead screen={screen} name={known} title={title} />}>
        {children}
        {state.phase === "missing" ? (
          <Missing screen={screen} name={name ?? ""} />
        ) : state.phase === "failed" ? (
          <Failure fault={state.fault} retry={state.retry} />
        ) : (
          sections.map((section, at) => (
            <SectionView key={at} section={section} headOf={screen.current?.of ?? null} />
          ))
        )}
        {state.phase === "loading" && <Loading />}
      </Layout>
    </SectionProvider>
  );
});

interface LayoutProps {
  readonly screen: Screen;
  readonly state: ScreenState;
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** A page of an object has a column at its side and its history at the end. */
function Layout({ screen, state: { phase }, head, children }: LayoutProps): ReactNode {
  const { visitor } = usePortal();
  if (screen.current === undefined || phase === "unsent" || phase === "missing" || phase === "failed")
    return (
      <>
        {head}
        {children}
      </>
    );
  const side = (
    <Suspense fallback={<div className="side-column" />}>
      <Beside screen={screen} />
    </Suspense>
  );
  const { historyFor = "always" } = screen.current;
  const isToldHistory = !hasOwnHistory(screen) && allows(historyFor, visitor);
  const end = isToldHistory ? <SectionView section={OWN_HISTORY} headOf={null} /> : null;
  return (
    <SideLayout head={head} side={side} end={end}>
      {children}
    </SideLayout>
  );
}

const OWN_HISTORY: Section = { kind: "history", of: HISTORY };

function hasOwnHistory({ sections }: Screen): boolean {
  return sections.some((section) => section.kind === "history");
}

function Missing({ screen, name }: { readonly screen: Screen; readonly name: string }): ReactNode {
  return <MissingObject text={screen.current?.missing ?? "editor.missing.value"} name={name} />;
}

/** Whether the path names its object by a number, which says nothing to a reader. */
function isNumbered(screen: Screen, steps: readonly Step[], name: string | null): boolean {
  const list = steps.find((step) => step.idx === screen.current?.of)?.old?.["gpk_list"];
  return name !== null && list !== undefined && isList(list) && list.includes(name);
}

function Failure({ fault, retry }: { readonly fault: Fault | null; readonly retry: () => void }): ReactNode {
  return <FaultBlock fault={fault} onRetry={retry} />;
}

/** Nothing is sent: only what is said stands there. */
function notesOf(screen: Screen): readonly Section[] {
  return screen.sections.filter((section) => section.kind === "note");
}

function useShared(
  screen: Screen,
  params: Readonly<Record<string, string>>,
  steps: SectionScreen["steps"],
  state: ScreenState,
): SectionScreen {
  const lists = state.phase === "ready" ? state.lists : null;
  const current = state.phase === "ready" ? state.current : null;
  return useMemo(
    () => ({
      params,
      steps,
      lists,
      current,
      variant: screen.variant ?? null,
      tableCount: screen.sections.filter((section) => section.kind === "table").length,
    }),
    [screen, params, steps, lists, current],
  );
}

/** Tells the frame what the page is about, and takes the current object back when the page goes. */
function usePageInfo(screen: Screen, { lists, current, steps }: SectionScreen, name: string): void {
  const { catalogue, shell, showPage } = usePortal();
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
  const gpk = gpkOf(current);
  const variant = screen.variant ?? null;
  useEffect(() => {
    if (gpk === null || type === null) return undefined;
    shell.setCurrent({ type, gpk, title: title ?? gpk, variant });
    return () => shell.setCurrent(null);
  }, [shell, gpk, type, title, variant]);
}

function gpkOf(row: Row | null): string | null {
  const gpk = row?.["gpk"];
  return typeof gpk === "string" ? gpk : null;
}
