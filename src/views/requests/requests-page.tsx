import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { REQUEST_FORMS } from "#contract/requests/forms";
import type { RequestForm } from "#contract/requests/form";
import { pickText } from "#core/text";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { RequestFormPage } from "./request-form-page.tsx";
import { formHref, openedForm, REQUESTS_PATH } from "./requests-address.ts";
import type { RequestPorts } from "./request-ports.ts";
import "./requests.css";

export interface RequestsPageProps {
  readonly ports: RequestPorts;
  /** The page of all forms, around their list: its head, and the tickets below it. */
  readonly around: (list: ReactNode) => ReactNode;
}

/** All request forms, or the one that the address opens (REQ-01). */
export function RequestsPage({ ports, around }: RequestsPageProps): ReactNode {
  const say = useText();
  const [query] = useSearchParams();
  const opened = openedForm(query);
  if (opened === null) return around(<Forms />);
  const form = REQUEST_FORMS.get(opened.name);
  if (form === undefined)
    return (
      <Empty text={say("views.requests.unknown")}>
        <Link to={REQUESTS_PATH}>{say("views.requests.all")}</Link>
      </Empty>
    );
  return <RequestFormPage key={form.name} form={form} ports={ports} given={opened.given} />;
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
        {pickText({ ...form.label }, locale)}
      </Link>
      <span className="muted small">{say(WHO[form.who])}</span>
    </li>
  );
}
