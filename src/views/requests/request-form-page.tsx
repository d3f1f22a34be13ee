import { useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { RequestForm } from "#contract/requests/form";
import { pickText } from "#core/text";
import { usePortal } from "../../editor/portal.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { RequestFormView } from "./request-form-view.tsx";
import { RequestSent } from "./request-sent.tsx";
import { formHref, REQUESTS_PATH } from "./requests-address.ts";
import type { RequestPorts } from "./request-ports.ts";
import type { SentTicket } from "./use-request.ts";

interface RequestFormPageProps {
  readonly form: RequestForm;
  readonly ports: RequestPorts;
  /** Texts of the address for fields of the same name. */
  readonly given: Readonly<Record<string, string>>;
}

/** One form: who may not use it is told why instead of seeing its fields (REQ-02, REQ-03). */
export function RequestFormPage({ form, ports, given }: RequestFormPageProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const [sent, setSent] = useState<SentTicket | null>(null);
  return (
    <div className="requests">
      <PageHeader
        title={pickText({ ...form.label }, locale) ?? form.name}
        focusKey={formHref(form.name)}
        facts={[
          <Link key="all" to={REQUESTS_PATH}>
            {say("views.requests.all")}
          </Link>,
        ]}
      />
      {sent === null ? (
        <Gate form={form}>
          <RequestFormView form={form} ports={ports} given={given} onSent={setSent} />
        </Gate>
      ) : (
        <RequestSent ticket={sent} onAgain={() => setSent(null)} />
      )}
    </div>
  );
}

function Gate({ form, children }: { readonly form: RequestForm; readonly children: ReactNode }): ReactNode {
  const say = useText();
  const { visitor } = usePortal();
  const { pathname, search } = useLocation();
  if (form.who === "everyone") return children;
  if (!visitor.signedIn) {
    const login = `/login?return=${encodeURIComponent(pathname + search)}`;
    return (
      <Note action={<Link to={login}>{say("views.requests.signIn")}</Link>}>
        {say("views.requests.loginNeeded")}
      </Note>
    );
  }
  if (form.who === "ouAdmin" && !visitor.isOuAdmin)
    return <Note tone="warning">{say("views.requests.ouAdminOnly")}</Note>;
  return children;
}
