import type { ReactNode } from "react";
import type { Vendor } from "#contract/wire/tools";
import { checkBeginning } from "#core/tools/lookup-checks";
import { vendorQuery } from "../../api/tools.ts";
import { CopyButton } from "../../ui/action/copy.tsx";
import { useText } from "../../ui/text.ts";
import { LookupPage } from "./lookup-page.tsx";

/** The manufacturer of a device by its MAC address (TOOL-06). */
export function VendorPage(): ReactNode {
  return (
    <LookupPage
      title="routes.ouiLookup"
      about="views.lookup.vendorAbout"
      path="/tools/oui_lookup"
      label="views.lookup.prefix"
      example="00:1b:63"
      failed="views.lookup.vendorFailed"
      check={checkBeginning}
      query={vendorQuery}
    >
      {(vendor, sought) => <Found vendor={vendor} sought={sought} />}
    </LookupPage>
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
