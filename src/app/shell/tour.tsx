import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { useNavigate } from "react-router-dom";
import type { TextKey } from "#core/text";
import { useSearch, useSettings, useShell } from "../../editor/portal/stores.ts";
import { Button, IconButton } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { useLatest } from "../../ui/use-latest.ts";
import "./tour.css";

type Act = "search" | "guide" | "planned";

interface Hint {
  readonly title: TextKey;
  readonly text: TextKey;
  readonly action: TextKey;
  readonly act: Act;
}

const HINTS: readonly [Hint, Hint, Hint] = [
  { title: "app.tour.search", text: "app.tour.searchText", action: "app.tour.searchOpen", act: "search" },
  { title: "app.tour.plan", text: "app.tour.planText", action: "app.tour.planOpen", act: "guide" },
  { title: "app.tour.apply", text: "app.tour.applyText", action: "app.tour.applyOpen", act: "planned" },
];

/** First steps on a demo: three hints in a card that takes no focus and covers no page. Once closed it stays closed in this browser. */
export function Tour(): ReactNode {
  const say = useText();
  const id = useId();
  const settings = useSettings();
  const [at, setAt] = useState(0);
  const act = useActs();
  const hint = HINTS[at] ?? HINTS[0];
  const close = (): void => {
    // Keyboard users continue in the page.
    document.getElementById("content")?.focus({ preventScroll: true });
    settings.set("tourSeen", true);
  };
  const card = useEscape(close);
  const isLast = at === HINTS.length - 1;
  return (
    <section ref={card} className="tour" aria-labelledby={id}>
      <div className="tour-head">
        <h2 id={id}>{say("app.tour.title")}</h2>
        <IconButton icon="close" label={say("app.tour.close")} onClick={close} />
      </div>
      <div aria-live="polite">
        <h3>{say(hint.title)}</h3>
        <p>{say(hint.text)}</p>
      </div>
      <Button onClick={() => act(hint.act)}>{say(hint.action)}</Button>
      <div className="tour-foot">
        <span className="muted small">{say("app.tour.at", { at: at + 1, of: HINTS.length })}</span>
        {at > 0 && (
          <Button look="quiet" onClick={() => setAt(at - 1)}>
            {say("app.tour.back")}
          </Button>
        )}
        <Button look="primary" onClick={() => (isLast ? close() : setAt(at + 1))}>
          {say(isLast ? "app.tour.done" : "app.tour.next")}
        </Button>
      </div>
    </section>
  );
}

/** The element that Escape closes. */
function useEscape(act: () => void): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const latest = useLatest(act);
  useEffect(() => {
    const { current } = element;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") latest.current();
    };
    current?.addEventListener("keydown", onKey);
    return () => current?.removeEventListener("keydown", onKey);
  }, [latest]);
  return element;
}

function useActs(): (act: Act) => void {
  const search = useSearch();
  const shell = useShell();
  const navigate = useNavigate();
  const acts: Readonly<Record<Act, () => void>> = {
    search: () => search.open(),
    guide: () => void navigate("/docs/user-guide#change-something"),
    planned: () => shell.setPanel("isPlannedOpen", true),
  };
  return (act) => acts[act]();
}
