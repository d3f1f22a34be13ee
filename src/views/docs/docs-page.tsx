import type { ReactNode } from "react";
import { DOCUMENTS, docHref, type DocName } from "#core/docs/documents";
import type { TextKey } from "#core/text";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { EnglishNote } from "./document-page.tsx";
import { DocSearch } from "./doc-search.tsx";

/** What each document is for. */
const ABOUT: Readonly<Record<DocName, TextKey>> = {
  "user-guide": "views.docs.aboutUser",
  templates: "views.docs.aboutTemplates",
  "api-guide": "views.docs.aboutApi",
  "wire-contract": "views.docs.aboutContract",
  operating: "views.docs.aboutOperating",
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
