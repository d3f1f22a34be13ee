import { createElement, type ReactNode } from "react";
import { textOfParts, type DocElement, type DocNode } from "#core/docs/document";
import { CopyButton } from "../../ui/action/copy.tsx";
import { Link } from "../../ui/layout/link.tsx";

/** The text of a section. */
export function DocParts({ parts }: { readonly parts: readonly DocNode[] }): ReactNode {
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
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton value={text} />
    </div>
  );
}
