import { memo, type ReactNode } from "react";
import { hasTest } from "#contract/condition";
import { linesOf } from "#core/screen/columns";
import type { Section } from "#core/screen/screen";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { useListState } from "../planned/use-list-state.ts";
import { useAccount } from "../portal/account.ts";
import { useTransactionList } from "../portal/stores.ts";
import { holds, readsValues, hrefOfTarget } from "../screen/values.ts";
import { useSectionScreen, useValueSource, type SectionProps } from "./section-context.ts";
import { TableSection } from "./table-section.tsx";
import { TabsSection } from "./tabs-section.tsx";
import "./section.css";

const Columns = later("columns", async () => (await import("../columns/columns.tsx")).Columns, "first");

const OwnSwitch = later("list-parts", async () => (await import("./list-parts.ts")).OwnSwitch);

const ObjectSection = later("beside", async () => (await import("../beside/object-parts.ts")).ObjectSection);

const Addresses = later(
  "addresses-section",
  async () => (await import("../addresses/addresses-section.tsx")).AddressesSection,
);

const OtherSection = later("other-sections", async () => (await import("./other-sections.tsx")).OtherSection);

/** Loads the parts that draw an object and its history, and those of lists. */
export async function fetchObject(): Promise<void> {
  await Promise.all([ObjectSection.fetch(), OwnSwitch.fetch()]);
}

interface SectionViewProps {
  readonly section: Section;
  readonly headOf: string | null;
}

/** One section of a screen, if its condition holds. Conditions over rows wait for the rows. */
export const SectionView = memo(function SectionView({ section, headOf }: SectionViewProps): ReactNode {
  const source = useValueSource();
  const { lists } = useSectionScreen();
  const { when } = section;
  const needsRows = when !== undefined && hasTest(when, readsValues);
  if ((lists === null && needsRows) || !holds(when, source)) return null;
  return draw(section, headOf);
});

function draw(section: Section, headOf: string | null): ReactNode {
  switch (section.kind) {
    case "detail":
    // A picture on demand is only one line at first, so it needs no waiting sign.
    case "dependencies":
      return <ObjectSection section={section} headOf={headOf} />;
    case "table":
      return (
        <>
          {section.own !== undefined && orElse(null, <OwnSwitch section={section} own={section.own} />)}
          <TableSection section={section} />
        </>
      );
    case "tabs":
      return <TabsSection section={section} />;
    case "note":
      return <NoteSection section={section} />;
    case "columns":
      return <ColumnsSection section={section} />;
    case "history":
      return (
        <Meanwhile value={<Loading />}>
          <ObjectSection section={section} headOf={headOf} />
        </Meanwhile>
      );
    case "addresses":
      return (
        <Meanwhile value={<Loading />}>
          <Addresses section={section} />
        </Meanwhile>
      );
    default:
      return (
        <Meanwhile value={<Loading />}>
          <OtherSection section={section} />
        </Meanwhile>
      );
  }
}

/** Parts side by side. Their place is kept until their code is loaded, so that nothing below moves. */
function ColumnsSection({ section }: SectionProps<"columns">): ReactNode {
  const { lists } = useSectionScreen();
  const { items } = useListState(useTransactionList());
  if (lists === null) return null;
  const place = (
    <div className="columns">
      {section.columns.map((column, at) => {
        const lines = linesOf(column, lists, items.length);
        return lines > 0 && <div key={at} style={{ height: `calc(${String(lines)} * var(--row))` }} />;
      })}
    </div>
  );
  return (
    <Meanwhile value={place}>
      <Columns section={section} place={place} />
    </Meanwhile>
  );
}

/** A sentence with at most one link. */
function NoteSection({ section }: SectionProps<"note">): ReactNode {
  const say = useText();
  const source = useValueSource();
  const href = section.action === undefined ? null : hrefOfTarget(section.action.to, source);
  const { firstName } = useAccount();
  const text =
    section.greeting === undefined || firstName === null
      ? say(section.text)
      : say(section.greeting, { name: firstName });
  if (section.tone === undefined && section.action === undefined) return <p>{text}</p>;
  return (
    <Note
      tone={section.tone ?? "info"}
      action={
        section.action !== undefined && href !== null ? (
          <Link to={href} className="button button-primary">
            {say(section.action.text)}
          </Link>
        ) : null
      }
    >
      {text}
    </Note>
  );
}
