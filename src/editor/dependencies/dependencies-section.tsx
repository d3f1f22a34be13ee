import { useId, useState, type ReactNode } from "react";
import { firstReaches } from "#core/dependencies/steps";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { textOf } from "../cell/cell-text.ts";
import { useWords } from "../portal/words.ts";
import { useSectionStep, type SectionProps } from "../section/section-context.ts";

const DependencyGraph = later(
  "dependency-graph",
  async () => (await import("./dependency-graph.tsx")).DependencyGraph,
);

/** What refers to the object and what it refers to, as a picture that is requested when it is opened. */
export function DependenciesSection({ section }: SectionProps<"dependencies">): ReactNode {
  const { say, catalogue } = useWords();
  const body = useId();
  const [isOpen, setOpen] = useState(false);
  const found = useSectionStep(section.of);
  const row = found?.rows[0];
  if (found === null || row === undefined || firstReaches(catalogue, found.type).length === 0) return null;
  return (
    <section className={isOpen ? "section" : "section dependencies-folded"}>
      <Fold isOpen={isOpen} controls={body} onToggle={() => setOpen(!isOpen)}>
        {say("editor.graph.title")}
      </Fold>
      <div id={body}>
        {isOpen && (
          <Meanwhile value={<Loading />}>
            <DependencyGraph type={found.type} gpk={textOf(row["gpk"])} />
          </Meanwhile>
        )}
      </div>
    </section>
  );
}
