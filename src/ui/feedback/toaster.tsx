import { useEffect, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import "./feedback.css";

export interface ToastMessage {
  readonly id: string;
  readonly tone: "info" | "success" | "warning" | "error";
  readonly title: string;
  readonly text?: string;
}

export interface ToasterProps {
  readonly messages: readonly ToastMessage[];
  onGone(id: string): void;
}

/** Messages at the lower edge; each goes after 10 s, not while it is hovered or focused, and none takes focus. */
export function Toaster({ messages, onGone }: ToasterProps): ReactNode {
  const say = useText();
  return (
    <section className="toaster" aria-label={say("ui.toast.region")}>
      {messages.map((message) => (
        <Toast key={message.id} message={message} onGone={() => onGone(message.id)} />
      ))}
    </section>
  );
}

interface ToastProps {
  readonly message: ToastMessage;
  onGone(): void;
}

function Toast({ message, onGone }: ToastProps): ReactNode {
  const say = useText();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onGone, LIMITS.toastHide);
    return () => clearTimeout(timer);
    // The clock starts anew when the message is let go, not when the parent draws again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isHeld]);
  return (
    <div
      className={`toast toast-${message.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role={message.tone === "error" ? "alert" : "status"}>
        <p className="toast-title">{message.title}</p>
        {message.text !== undefined && <p>{message.text}</p>}
      </div>
      <IconButton icon="close" label={say("ui.common.close")} onClick={onGone} />
    </div>
  );
}
