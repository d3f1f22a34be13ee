import { useQuery, queryOptions } from "@tanstack/react-query";
import {
  createElement,
  useEffect,
  useMemo,
  type ComponentType,
  type ReactNode,
  useDeferredValue,
  useState,
} from "react";
import { useLocation } from "react-router-dom";
import {
  textOfParts,
  type DocSection,
  type DocText,
  type DocElement,
  type DocNode,
} from "#core/docs/document";
import { DOCUMENTS, docHref, type DocName } from "#core/docs/documents";
import { searchDocuments, type DocHit } from "#core/docs/search";
import { DOCUMENT_LANGUAGE } from "#core/locales";
import type { TextKey } from "#core/text";
import { CopyButton } from "../../ui/action/copy.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { elementNamed } from "../../ui/layout/element-named.ts";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useIsNarrow } from "../../ui/layout/use-media.ts";
import { useLocale, useText } from "../../ui/text.ts";
import "./docs.css";

const LOADS: Readonly<Record<DocName, () => Promise<{ readonly default: DocText }>>> = {
  "user-guide": () => import("../../../docs/user-guide.md?document"),
  templates: () => import("../../../docs/templates.md?document"),
  "api-guide": () => import("../../../docs/api-guide.md?document"),
  "wire-contract": () => import("../../../docs/contract/wire-contract.md?document"),
  operating: () => import("../../../docs/operating.md?document"),
  import: () => import("../../../docs/import.md?document"),
  services: () => import("../../../docs/services.md?document"),
  security: () => import("../../../docs/security.md?document"),
};

async function loadDocument(name: DocName): Promise<DocText> {
  return (await LOADS[name]()).default;
}

/** All documents, loaded with the first search. */
const documentsQuery = () =>
  queryOptions({
    queryKey: ["documents"],
    queryFn: () => Promise.all(DOCUMENTS.map(async ({ name }) => ({ name, text: await loadDocument(name) }))),
    staleTime: Infinity,
    retry: false,
  });

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
          <Contents name={name} text={text} />
          <Sections sections={text.sections} />
        </div>
      </DocSearch>
    </div>
  );
}

/** Documents are in English, and readers of other languages are told so. */
export function EnglishNote(): ReactNode {
  const say = useText();
  return useLocale() === DOCUMENT_LANGUAGE ? null : <p className="muted">{say("views.docs.english")}</p>;
}

function Contents({ name, text: { sections } }: DocPageProps): ReactNode {
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

/** Scrolls to the section of the address and focuses it, also when the same link is followed again. */
function useSectionOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === "") return;
    const heading = elementNamed(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}

const ABOUT: Readonly<Record<DocName, TextKey>> = {
  "user-guide": "views.docs.aboutUser",
  templates: "views.docs.aboutTemplates",
  "api-guide": "views.docs.aboutApi",
  "wire-contract": "views.docs.aboutContract",
  operating: "views.docs.aboutOperating",
  import: "views.docs.aboutImport",
  services: "views.docs.aboutServices",
  security: "views.docs.aboutSecurity",
};

/** /docs: all documents, and the search over them. */
export function DocsPage(): ReactNode {
  const say = useText();
  return (
    <div className="doc-page">
      <PageHeader title={say("routes.docs")} focusKey="/docs" />
      <EnglishNote />
      <DocSearch>
        <ul className="doc-hits">
          {DOCUMENTS.map(({ name, title }) => (
            <li key={name}>
              <Link to={docHref(name)}>{say(title)}</Link>
              <p className="small">{say(ABOUT[name])}</p>
            </li>
          ))}
        </ul>
        <p>
          <a href="/swagger">{say("views.docs.apiBrowser")}</a>
        </p>
      </DocSearch>
    </div>
  );
}

function DocParts({ parts }: { readonly parts: readonly DocNode[] }): ReactNode {
  return parts.map((part, at) => (typeof part === "string" ? part : <Part key={at} element={part} />));
}

function Part({ element }: { readonly element: DocElement }): ReactNode {
  const { tag, parts, href, label } = element;
  switch (tag) {
    case "a":
      return <DocLink href={href ?? ""} parts={parts} />;
    case "pre":
      return <Code text={textOfParts(parts)} />;
    case "br":
      return <br />;
    case "td":
      return (
        <td data-label={label}>
          <DocParts parts={parts} />
        </td>
      );
    default:
      return createElement(tag, null, <DocParts parts={parts} />);
  }
}

function DocLink({ href, parts }: { readonly href: string; readonly parts: readonly DocNode[] }): ReactNode {
  const text = <DocParts parts={parts} />;
  const isOwn = href.startsWith("/") && !href.startsWith("/api/");
  return isOwn ? <Link to={href}>{text}</Link> : <a href={href}>{text}</a>;
}

function Code({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="doc-code">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton value={text} />
    </div>
  );
}

/** A field that searches all documents; results replace the page while something is typed. */
function DocSearch({ children }: { readonly children: ReactNode }): ReactNode {
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
