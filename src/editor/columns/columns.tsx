import type { ReactNode } from "react";
import type { PartShape } from "#core/screen/columns";
import type { ColumnTexts } from "#core/screen/screen";
import { STORAGE_KEYS } from "../../state/storage-keys.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useText } from "../../ui/text.ts";
import { Time } from "../cell/time.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { useFrame } from "../portal/frame.ts";
import { useShell, useTransactionList } from "../portal/stores.ts";
import { useLoaded } from "../section/use-loaded.ts";
import { useSectionScreen, type SectionProps } from "../section/section-context.ts";
import { LinesOfRows } from "./lines-of-rows.tsx";
import "./columns.css";

const DraftLines = later("drafts", async () => (await import("./draft-lines.tsx")).DraftLines);

interface ColumnsProps extends SectionProps<"columns"> {
  /** Placeholder of the columns until their texts are loaded. */
  readonly place: ReactNode;
}

/** Columns beside each other where there is room, otherwise below each other. */
export function Columns({ section, place }: ColumnsProps): ReactNode {
  const texts = useLoaded(section.load);
  return texts === null ? place : <LoadedColumns section={section} texts={texts} />;
}

interface LoadedColumnsProps extends SectionProps<"columns"> {
  readonly texts: ColumnTexts;
}

function LoadedColumns({ section, texts }: LoadedColumnsProps): ReactNode {
  const say = useText();
  const has = useHas();
  const shown = section.columns.flatMap((column, at) => {
    const [title, parts] = [texts.titles[at], column.filter(has)];
    return title !== undefined && parts.length > 0 ? [{ title, parts }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className="columns">
      {shown.map(({ title, parts }) => (
        <section key={title} className="column" aria-label={say(title)}>
          <h2>{say(title)}</h2>
          {parts.map((part) => (
            <Part key={typeof part === "string" ? part : part.of} part={part} texts={texts} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** Whether a part has anything to show. */
function useHas(): (part: PartShape) => boolean {
  const { lists } = useSectionScreen();
  const txlist = useTransactionList();
  const { items } = useListState(txlist);
  const { useAlerts } = useFrame();
  const alerts = useAlerts();
  return (part) => {
    if (part === "planned") return items.length > 0;
    if (part === "alerts") return alerts.length > 0;
    if (part === "drafts") return localStorage.getItem(STORAGE_KEYS.patchRequestActions.key) !== null;
    return (lists?.[part.of]?.length ?? 0) > 0;
  };
}

function Part({ part, texts }: { readonly part: PartShape; readonly texts: ColumnTexts }): ReactNode {
  if (part === "planned") return <PlannedLine />;
  if (part === "alerts") return <AlertLines />;
  if (part === "drafts") return <DraftLines />;
  const data = texts.lines[part.of];
  return data === undefined ? null : <LinesOfRows shape={part} data={data} />;
}

/** The number of planned changes; pressing it opens the planned list. */
function PlannedLine(): ReactNode {
  const say = useText();
  const txlist = useTransactionList();
  const shell = useShell();
  const { items } = useListState(txlist);
  return (
    <div className="part-line">
      <button type="button" className="link-button" onClick={() => shell.setPanel("isPlannedOpen", true)}>
        <Icon name="planned" /> {say("editor.columns.planned", { count: items.length })}
      </button>
    </div>
  );
}

/** Alerts and maintenance that have not ended. Their full text is behind the bell. */
function AlertLines(): ReactNode {
  const say = useText();
  const { useAlerts } = useFrame();
  const alerts = useAlerts();
  return (
    <>
      <h3>{say("editor.columns.alerts")}</h3>
      <ul>
        {alerts.map(({ id, title, window, isCritical }) => (
          <li key={id} className="part-line">
            <span className={isCritical ? "part-main part-critical" : "part-main"} title={title}>
              {title}
            </span>
            {window !== null && (
              <span className="part-notes">
                <Time text={window.begin.toISOString()} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
