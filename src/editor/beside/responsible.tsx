import type { ReactNode } from "react";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import type { Person } from "./people.ts";

/** So many people are told by name. */
const MOST = 3;

/** Whom to ask: the first few people, each with mail. */
export function Responsible({ people }: { readonly people: readonly Person[] }): ReactNode {
  const say = useText();
  if (people.length === 0) return null;
  const more = people.length - MOST;
  return (
    <div className="beside-people">
      <dt>{say("editor.beside.responsible")}</dt>
      <dd>
        <ul>
          {people.slice(0, MOST).map((person) => (
            <li key={person.name + (person.mail ?? "")}>
              {person.href === null ? person.name : <Link to={person.href}>{person.name}</Link>}
              {person.mail !== null && (
                <a href={`mailto:${person.mail}`} className="beside-mail">
                  {person.mail}
                </a>
              )}
            </li>
          ))}
        </ul>
        {more > 0 && <span className="muted">{say("editor.beside.morePeople", { count: more })}</span>}
      </dd>
    </div>
  );
}
