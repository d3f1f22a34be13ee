import type { ReactNode } from "react";
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
  /** Hovered or focused, so its timer stops. */
  readonly onHold: (id: string) => void;
  readonly onRelease: (id: string) => void;
  readonly onGone: (id: string) => void;
}

/** Messages at the lower edge; none takes focus. Callers own their timers. */
export function Toaster({ messages, onHold, onRelease, onGone }: ToasterProps): ReactNode {
  const say = useText();
  return (
    <section className="toaster" aria-label={say("ui.toast.region")}>
      {messages.map(({ id, tone, title, text }) => (
        <div
          key={id}
          className={`toast toast-${tone}`}
          onPointerEnter={() => onHold(id)}
          onPointerLeave={() => onRelease(id)}
          onFocus={() => onHold(id)}
          onBlur={() => onRelease(id)}
        >
          <div role={tone === "error" ? "alert" : "status"}>
            <p className="toast-title">{title}</p>
            {text !== undefined && <p>{text}</p>}
          </div>
          <IconButton icon="close" label={say("ui.common.close")} onClick={() => onGone(id)} />
        </div>
      ))}
    </section>
  );
}
