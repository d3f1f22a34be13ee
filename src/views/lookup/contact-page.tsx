import type { ReactNode } from "react";
import type { Administrator, IpContact } from "#contract/wire/tools";
import { hrefTo } from "#core/route/pattern";
import { mailLink } from "#core/route/mail-link";
import { checkAddress } from "#core/tools/lookup-checks";
import { ipContactQuery } from "../../api/tools.ts";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { LookupPage } from "./lookup-page.tsx";

/** Who is responsible for an address (TOOL-21, TOOL-22). */
export function ContactPage(): ReactNode {
  return (
    <LookupPage
      title="routes.ipContact"
      about="views.lookup.contactAbout"
      path="/tools/ip_contact"
      label="core.ip.address"
      example="198.51.100.12"
      failed="views.lookup.contactFailed"
      check={checkAddress}
      query={ipContactQuery}
    >
      {(contact) => <Contact contact={contact} />}
    </LookupPage>
  );
}

function Contact({ contact }: { readonly contact: IpContact }): ReactNode {
  const say = useText();
  const { bcd, cidr, ou_list: units, group_list: groups } = contact;
  return (
    <div className="lookup-contact">
      <dl className="lookup-answer">
        <dt className="muted small">{say("views.lookup.subnet")}</dt>
        <dd>
          <Link to={hrefTo("/dnsvs/subnets/:cidr", { cidr })} className="code">
            {cidr}
          </Link>
        </dd>
        {bcd !== null && (
          <>
            <dt className="muted small">{say("views.lookup.bcd")}</dt>
            <dd>
              <Link to={hrefTo("/cntl/bcds/:bcd_name", { bcd_name: bcd })}>{bcd}</Link>
            </dd>
          </>
        )}
      </dl>
      {units.map((unit) => (
        <Administrators
          key={unit.fq_name}
          title={say("views.lookup.unit", { name: unit.fq_name })}
          to={hrefTo("/org/ou/:ou", { ou: unit.fq_name })}
          people={unit.admin_list}
        />
      ))}
      {groups.map((group) => (
        <Administrators
          key={group.name}
          title={say("views.lookup.group", { name: group.name })}
          to={hrefTo("/cntl/groups/:group", { group: group.name })}
          people={group.admin_list}
        />
      ))}
      {units.length + groups.length === 0 && <p>{say("views.lookup.nobody")}</p>}
    </div>
  );
}

interface AdministratorsProps {
  readonly title: string;
  readonly to: string;
  readonly people: readonly Administrator[];
}

function Administrators({ title, to, people }: AdministratorsProps): ReactNode {
  const say = useText();
  return (
    <section>
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      {people.length === 0 && <p className="muted">{say("views.lookup.noAdmins")}</p>}
      <ul className="lookup-people">
        {people.map(({ first_name: first, last_name: last, email }, at) => (
          <li key={at}>
            {[first, last].filter((name) => name !== null).join(" ")}{" "}
            {email !== null && <a href={mailLink(email)}>{email}</a>}
          </li>
        ))}
      </ul>
    </section>
  );
}
