import { createElement, useEffect, useMemo, type ComponentType, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { DOCUMENT_LANGUAGE } from "#core/locales";
import type { DocSection, DocText } from "#core/docs/document";
import { DOCUMENTS, docHref, type DocName } from "#core/docs/documents";
import { elementNamed } from "../../ui/layout/element-named.ts";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useIsNarrow } from "../../ui/layout/use-is-narrow.ts";
import { useLocale, useText } from "../../ui/text.ts";
import { DocParts } from "./doc-parts.tsx";
import { DocSearch } from "./doc-search.tsx";
import { loadDocument } from "./load-document.ts";
import "./docs.css";

/** The page of a document, with its text. */
export async function documentPage(name: DocName): Promise<ComponentType> {
  const text = await loadDocument(name);
  return () => createElement(DocPage, { name, text });
}

interface DocPageProps {
  readonly name: DocName;
  readonly text: DocText;
}

function DocPage({ name, text }: DocPageProps): ReactNode {
  const say = useText();
  const title = DOCUMENTS.find((one) => one.name === name)?.title ?? "routes.docs";
  return (
    <div className="doc-page">
      <PageHeader title={say(title)} focusKey={docHref(name)} />
      <EnglishNote />
      <DocSearch>
        <div className="doc-body">
          <Contents name={name} sections={text.sections} />
          <Sections sections={text.sections} />
        </div>
      </DocSearch>
    </div>
  );
}

/** Documents are written in English; readers of another language are told so. */
export function EnglishNote(): ReactNode {
  const say = useText();
  return useLocale() === DOCUMENT_LANGUAGE ? null : <p className="muted">{say("views.docs.english")}</p>;
}

function Contents({
  name,
  sections,
}: {
  readonly name: DocName;
  readonly sections: readonly DocSection[];
}): ReactNode {
  const say = useText();
  const isNarrow = useIsNarrow();
  return (
    <nav className="doc-contents" aria-label={say("views.docs.contents")}>
      <details open={!isNarrow}>
        <summary>{say("views.docs.contents")}</summary>
        <ul lang={DOCUMENT_LANGUAGE}>
          {sections
            .filter(({ level }) => level > 1)
            .map(({ id, title, level }) => (
              <li key={id} data-level={level}>
                <Link to={docHref(name, id)}>{title}</Link>
              </li>
            ))}
        </ul>
      </details>
    </nav>
  );
}

function Sections({ sections }: { readonly sections: readonly DocSection[] }): ReactNode {
  useSectionOfAddress();
  return useMemo(
    () => (
      <article className="doc-text" lang={DOCUMENT_LANGUAGE}>
        {sections.map(({ id, title, level, parts }) => (
          <section key={id}>
            {level > 1 && createElement(`h${level}`, { id, tabIndex: -1 }, title)}
            <DocParts parts={parts} />
          </section>
        ))}
      </article>
    ),
    [sections],
  );
}

/** The section that the address names is shown and read out, also when the same link is followed again. */
function useSectionOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === "") return;
    const heading = elementNamed(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}
