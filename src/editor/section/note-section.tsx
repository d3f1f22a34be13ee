import type { ReactNode } from "react";
import type { Section } from "#core/screen/screen";
import { Note } from "../../ui/feedback/note.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { hrefOfTarget } from "../screen/values.ts";
import { useValueSource } from "./section-context.ts";

type NoteSectionData = Extract<Section, { readonly kind: "note" }>;

/** A sentence with at most one way on. */
export function NoteSection({ section }: { readonly section: NoteSectionData }): ReactNode {
  const say = useText();
  const source = useValueSource();
  const href = section.action === undefined ? null : hrefOfTarget(section.action.to, source);
  const { firstName } = usePortal();
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
