import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type ReactNode } from "react";
import { DOCUMENT_LANGUAGE } from "#core/locales";
import { DOCUMENTS } from "#core/docs/documents";
import { searchDocuments, type DocHit } from "#core/docs/search";
import { Empty } from "../../ui/feedback/empty.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { documentsQuery } from "./load-document.ts";

/** A field that searches all documents; while something is typed what was found stands in place of the page. */
export function DocSearch({ children }: { readonly children: ReactNode }): ReactNode {
  const say = useText();
  const [typed, setTyped] = useState("");
  const sought = useDeferredValue(typed.trim());
  return (
    <>
      <search className="doc-search">
        <LabelledInput label={say("views.docs.search")} type="search" value={typed} onChange={setTyped} />
      </search>
      {sought === "" ? children : <Hits sought={sought} onChoose={() => setTyped("")} />}
    </>
  );
}

interface HitsProps {
  readonly sought: string;
  readonly onChoose: () => void;
}

function Hits({ sought, onChoose }: HitsProps): ReactNode {
  const say = useText();
  const { data, isError } = useQuery(documentsQuery());
  if (isError) return <ErrorBlock title={say("views.docs.failed")} />;
  if (data === undefined) return null;
  const hits = searchDocuments(data, sought);
  return (
    <section aria-label={say("views.docs.results")}>
      <output className="visually-hidden">{say("views.docs.found", { count: hits.length })}</output>
      {hits.length === 0 && <Empty text={say("views.docs.none")} />}
      <ul className="doc-hits">
        {hits.map((hit) => (
          <Hit key={hit.href} hit={hit} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

function Hit({ hit, onChoose }: { readonly hit: DocHit; readonly onChoose: () => void }): ReactNode {
  const say = useText();
  const document = DOCUMENTS.find(({ name }) => name === hit.name);
  return (
    <li>
      <Link to={hit.href} onClick={onChoose}>
        {hit.title}
      </Link>
      {document !== undefined && <span className="muted small"> {say(document.title)}</span>}
      <p lang={DOCUMENT_LANGUAGE} className="small">
        {hit.excerpt}
      </p>
    </li>
  );
}
