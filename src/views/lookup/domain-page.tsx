import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DomainFinds } from "#contract/wire/tools";
import { hrefTo } from "#core/route/pattern";
import type { Http } from "../../api/http.ts";
import { domainsQuery } from "../../api/tools.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { LookupForm } from "./lookup-form.tsx";
import { LookupTable } from "./lookup-table.tsx";
import { reasonOf } from "./lookup.ts";
import "./lookup.css";

/** Names that contain a text, with who manages them (TOOL-24, TOOL-25). */
export function DomainPage({ http }: { readonly http: Http }): ReactNode {
  const say = useText();
  const [sought, setSought] = useState("");
  const { data, error, isFetching } = useQuery({ ...domainsQuery(http, sought), enabled: sought !== "" });
  const reason = reasonOf(error);
  return (
    <div className="lookup">
      <PageHeader
        title={say("routes.domainFinder")}
        focusKey="/tools/domain_finder"
        facts={[say("views.lookup.domainAbout")]}
      />
      <LookupForm
        label="views.lookup.term"
        example="www"
        isBusy={isFetching}
        problem={reason === null ? null : say("views.lookup.domainFailed", { reason })}
        onSearch={setSought}
      />
      <div aria-live="polite" aria-busy={isFetching}>
        {data !== undefined && error === null && <Domains found={data} />}
      </div>
    </div>
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

/** Names, each leading to its page. */
function Linked({ to, param, names }: LinkedProps): ReactNode {
  return names.map((name, at) => (
    <span key={name}>
      {at > 0 && ", "}
      <Link to={hrefTo<string>(to, { [param]: name })}>{name}</Link>
    </span>
  ));
}
