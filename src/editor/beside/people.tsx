import type { ReactNode } from "react";
import { textIn, type Row } from "#contract/wire/json";
import { mailLink } from "#core/route/mail-link";
import { referenceHref, rowHref } from "#core/route/object-routes";
import type { People } from "#core/screen/screen";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import type { SectionStep } from "../section/section-context.ts";

/** A contact: name, mail, and the page of the account. */
interface Person {
  readonly name: string;
  readonly mail: string | null;
  readonly href: string | null;
}

/** Each person once, in order of the sources. */
export function peopleIn(sources: readonly People[], found: SectionStep): readonly Person[] {
  const once = new Map<string, Person>();
  for (const source of sources) {
    const type = found.typeOf(source.from);
    for (const row of found.source.lists[source.from] ?? []) {
      const account = textIn(row[source.account]);
      if (type === null || account === "" || once.has(account)) continue;
      once.set(account, personOf(source, row, account, { catalogue: found.catalogue, type }));
    }
  }
  return [...once.values()];
}

function personOf(
  { account, name, mail }: People,
  row: Row,
  login: string,
  { catalogue, type }: Pick<SectionStep, "catalogue" | "type">,
): Person {
  const full = name
    .map((one) => textIn(row[one]))
    .filter((part) => part !== "")
    .join(" ");
  const address = textIn(row[mail]);
  // A row that only names a person leads to the account instead of itself.
  const to = type.attribute(account)?.refersTo ?? null;
  return {
    name: full === "" ? login : full,
    mail: address === "" ? null : address,
    href:
      to === null
        ? rowHref(catalogue, type.name, row)
        : referenceHref(catalogue, to.object, to.attribute, login),
  };
}

const MOST = 3;

/** The first few contacts, each with mail. */
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
                <a href={mailLink(person.mail)} className="beside-mail">
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
