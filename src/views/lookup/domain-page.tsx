import type { ReactNode } from "react";
import type { DomainFinds } from "#contract/wire/tools";
import { hrefTo } from "#core/route/pattern";
import { checkTerm } from "#core/tools/lookup-checks";
import { domainsQuery } from "../../api/tools.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { useText } from "../../ui/text.ts";
import { LookupPage } from "./lookup-page.tsx";
import { LookupTable } from "./lookup-table.tsx";

/** Names that contain a text, with their managers (TOOL-24, TOOL-25). */
export function DomainPage(): ReactNode {
  return (
    <LookupPage
      title="routes.domainFinder"
      about="views.lookup.domainAbout"
      path="/tools/domain_finder"
      label="views.lookup.term"
      example="www"
      failed="views.lookup.domainFailed"
      check={checkTerm}
      query={domainsQuery}
    >
      {(found) => <Domains found={found} />}
    </LookupPage>
  );
}

function Domains({ found }: { readonly found: DomainFinds }): ReactNode {
  const say = useText();
  if (found.result_list.length === 0) return <Empty text={say("views.lookup.noDomains")} />;
  return (
    <>
      {found.is_truncated && <Note>{say("views.lookup.truncated")}</Note>}
      <LookupTable
        name={say("views.lookup.results")}
        columns={["views.lookup.domain", "views.lookup.zone", "views.lookup.units", "views.lookup.groups"]}
        rows={found.result_list.map((one) => [
          <Linked key="name" to="/dnsvs/fqdns/:fqdn" param="fqdn" names={[one.fqdn]} />,
          <Linked key="zone" to="/dnsvs/fqdns/:fqdn" param="fqdn" names={[one.zone]} />,
          <Linked key="unit" to="/org/ou/:ou" param="ou" names={one.ou_list.map((unit) => unit.fq_name)} />,
          <Linked
            key="group"
            to="/cntl/groups/:group"
            param="group"
            names={one.group_list.map((group) => group.name)}
          />,
        ])}
      />
    </>
  );
}

interface LinkedProps {
  readonly to: string;
  readonly param: string;
  readonly names: readonly string[];
}

/** Names with links to their pages. */
function Linked({ to, param, names }: LinkedProps): ReactNode {
  return names.map((name, at) => (
    <span key={name}>
      {at > 0 && ", "}
      <Link to={hrefTo<string>(to, { [param]: name })}>{name}</Link>
    </span>
  ));
}
