import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DomainFinds } from "#contract/wire/tools";
import type { Http } from "../../api/http.ts";
import { domainsQuery } from "../../api/tools.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
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
          one.fqdn,
          one.zone,
          one.ou_list.map((unit) => unit.fq_name).join(", "),
          one.group_list.map((group) => group.name).join(", "),
        ])}
      />
    </>
  );
}
