import { useEffect, useRef, type ReactNode } from "react";
import { usePortal } from "../../editor/portal.ts";
import { Button } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { ticketHref } from "./requests-address.ts";
import type { SentTicket } from "./use-request.ts";

interface RequestSentProps {
  readonly ticket: SentTicket;
  readonly onAgain: () => void;
}

/** The number of the ticket and the text it has (REQ-99). */
export function RequestSent({ ticket, onAgain }: RequestSentProps): ReactNode {
  const say = useText();
  const isSignedIn = usePortal().visitor.signedIn;
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
        {isSignedIn && <Link to={ticketHref(ticket.number)}>{say("views.requests.open")}</Link>}
        <Button onClick={onAgain}>{say("views.requests.another")}</Button>
      </div>
    </section>
  );
}
