import { type ReactNode, useState, useEffect, useRef } from "react";
import { useSearchParams, useLocation } from "react-router-dom";
import type { RequestForm } from "#contract/requests/form";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { loginPath } from "#core/route/login-path";
import { unusedOf } from "#core/requests/draft";
import { pickText } from "#core/text";
import { useAccount } from "../../editor/portal/account.ts";
import { AddressNote } from "../../editor/screen/address-note.tsx";
import { Button } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy-field.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import type { RequestParts, RequestPorts, SentTicket } from "./use-request.ts";
import "./requests.css";

const REQUESTS_PATH = "/requests";
const FORM = "form";

function formHref(name: string): string {
  return `${REQUESTS_PATH}?${FORM}=${encodeURIComponent(name)}`;
}

export interface RequestsPageProps {
  readonly ports: RequestPorts;
  /** The page of all forms, around their list: its head, and the tickets below it. */
  readonly around: (list: ReactNode) => ReactNode;
}

/** All request forms, or the one that the address opens with texts for fields of the same name (REQ-01, LAUNCH-03). */
export function RequestsPage({ ports, around }: RequestsPageProps): ReactNode {
  const say = useText();
  const [query] = useSearchParams();
  const name = query.get(FORM);
  if (name === null) return around(<Forms />);
  const form = REQUEST_FORMS.get(name);
  if (form === undefined)
    return (
      <Empty text={say("views.requests.unknown")}>
        <Link to={REQUESTS_PATH}>{say("views.requests.all")}</Link>
      </Empty>
    );
  const given = Object.fromEntries([...query].filter(([member]) => member !== FORM));
  return <RequestFormPage key={form.name} form={form} ports={ports} given={given} />;
}

function Forms(): ReactNode {
  const say = useText();
  return (
    <section className="requests">
      <p className="muted">{say("views.requests.about")}</p>
      <ul className="request-list" aria-label={say("views.requests.list")}>
        {[...REQUEST_FORMS.values()].map((form) => (
          <Entry key={form.name} form={form} />
        ))}
      </ul>
    </section>
  );
}

const WHO = {
  everyone: "views.requests.everyone",
  token: "views.requests.token",
  ouAdmin: "views.requests.ouAdmin",
} as const;

function Entry({ form }: { readonly form: RequestForm }): ReactNode {
  const say = useText();
  const locale = useLocale();
  return (
    <li className="request-entry">
      <Link to={formHref(form.name)} className="request-name">
        {pickText(form.label, locale)}
      </Link>
      <span className="muted small">{say(WHO[form.who])}</span>
    </li>
  );
}

/** Forms are drawn by rjsf; the list of them does not wait for it. */
const RequestFormView = later(
  "request-form",
  async () => (await import("./request-form-view.tsx")).RequestFormView,
);

type RequestFormPageProps = Pick<RequestParts, "form" | "ports" | "given">;

/** One form. An account that may not use it sees the reason instead of the fields (REQ-02, REQ-03). */
function RequestFormPage({ form, ports, given }: RequestFormPageProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const [sent, setSent] = useState<SentTicket | null>(null);
  return (
    <div className="requests">
      <PageHeader
        title={pickText(form.label, locale) ?? form.name}
        focusKey={formHref(form.name)}
        facts={[
          <Link key="all" to={REQUESTS_PATH}>
            {say("views.requests.all")}
          </Link>,
        ]}
      />
      {sent === null ? (
        <Gate form={form}>
          <AddressNote
            entries={unusedOf(form.fields, given).map(({ name, isField }) => ({
              entry: name,
              text: given[name] ?? "",
              why: { key: isField ? "editor.address.noValue" : "editor.address.noField" },
            }))}
          />
          <Meanwhile value={<Loading rows={8} />}>
            <RequestFormView form={form} ports={ports} given={given} onSent={setSent} />
          </Meanwhile>
        </Gate>
      ) : (
        <RequestSent ticket={sent} onAgain={() => setSent(null)} />
      )}
    </div>
  );
}

function Gate({ form, children }: { readonly form: RequestForm; readonly children: ReactNode }): ReactNode {
  const say = useText();
  const { visitor } = useAccount();
  const login = loginPath(useLocation());
  if (form.who === "everyone") return children;
  if (!visitor.signedIn)
    return (
      <Note action={<Link to={login}>{say("views.requests.signIn")}</Link>}>
        {say("views.requests.loginNeeded")}
      </Note>
    );
  if (form.who === "ouAdmin" && !visitor.isOuAdmin)
    return <Note tone="warning">{say("views.requests.ouAdminOnly")}</Note>;
  return children;
}

interface RequestSentProps {
  readonly ticket: SentTicket;
  readonly onAgain: () => void;
}

/** The number of the ticket and the text it has (REQ-99). */
function RequestSent({ ticket, onAgain }: RequestSentProps): ReactNode {
  const say = useText();
  const isSignedIn = useAccount().visitor.signedIn;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section className="request-form">
      <h2 ref={head} tabIndex={-1}>
        {say("views.requests.sent", { number: String(ticket.number) })}
      </h2>
      <p>{say("views.requests.sentTo")}</p>
      <CopyField label={say("views.requests.preview")} value={ticket.text} isMultiline />
      <div className="request-next">
        {isSignedIn && (
          <Link to={`${REQUESTS_PATH}/${String(ticket.number)}`}>{say("views.requests.open")}</Link>
        )}
        <Button onClick={onAgain}>{say("views.requests.another")}</Button>
      </div>
    </section>
  );
}
