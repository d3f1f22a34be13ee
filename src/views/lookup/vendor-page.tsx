import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { Vendor } from "#contract/wire/tools";
import type { Http } from "../../api/http.ts";
import { vendorQuery } from "../../api/tools.ts";
import { CopyButton } from "../../ui/action/copy.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { LookupForm } from "./lookup-form.tsx";
import { reasonOf } from "./lookup.ts";
import "./lookup.css";

/** The manufacturer of a device by its MAC address (TOOL-06). */
export function VendorPage({ http }: { readonly http: Http }): ReactNode {
  const say = useText();
  const [sought, setSought] = useState("");
  const { data, error, isFetching } = useQuery({ ...vendorQuery(http, sought), enabled: sought !== "" });
  const reason = reasonOf(error);
  return (
    <div className="lookup">
      <PageHeader
        title={say("routes.ouiLookup")}
        focusKey="/tools/oui_lookup"
        facts={[say("views.lookup.vendorAbout")]}
      />
      <LookupForm
        label="views.lookup.prefix"
        example="00:1b:63"
        isBusy={isFetching}
        problem={reason === null ? null : say("views.lookup.vendorFailed", { reason })}
        onSearch={setSought}
      />
      <div aria-live="polite" aria-busy={isFetching}>
        {data !== undefined && error === null && <Found vendor={data} sought={sought} />}
      </div>
    </div>
  );
}

function Found({ vendor, sought }: { readonly vendor: Vendor; readonly sought: string }): ReactNode {
  const say = useText();
  const { manufacturer, prefix, prefix_length: count } = vendor;
  if (manufacturer === null || prefix === null || count === null)
    return <p>{say("views.lookup.noVendor", { prefix: sought })}</p>;
  return (
    <dl className="lookup-answer">
      <dt className="muted small">{say("views.lookup.manufacturer")}</dt>
      <dd>
        <strong>{manufacturer}</strong>
        <CopyButton value={manufacturer} />
      </dd>
      <dt className="muted small">{say("views.lookup.registered")}</dt>
      <dd>{say("views.lookup.bits", { prefix, count })}</dd>
    </dl>
  );
}
