import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button, IconButton } from "../action/button.tsx";
import { Note } from "../feedback/note.tsx";
import { WINDOW_FROM, type GridProps } from "./grid-props.ts";
import { GridRows } from "./grid-rows.tsx";
import { wholeWindow } from "../layout/line-window.ts";
import { useIsNarrow, useMedia } from "../layout/use-media.ts";
import { useWindow } from "../layout/use-window.ts";
import { useText } from "../text.ts";

/** The rows of a long page, drawn as they come into view. */
export function WindowedGrid(props: GridProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { count } = props.lines;
  const view = useWindow({ count, from: WINDOW_FROM, box, height: useRowHeight(), overscan: OVERSCAN });
  // Nobody scrolls on paper.
  const isPrinted = useMedia("print") && count <= MOST_PRINTED;
  return (
    <>
      {view.drawn.length < count && (
        <FindHint
          count={count}
          onSearch={() => box.current?.closest(".table")?.querySelector<HTMLElement>(OWN_FILTER)?.focus()}
        />
      )}
      <GridRows {...props} box={box} view={isPrinted ? wholeWindow(count) : view} />
    </>
  );
}

const OWN_FILTER = '[data-key="filter"]';

interface FindHintProps {
  readonly count: number;
  readonly onSearch: () => void;
}

/**
 * The browser finds drawn rows only, so a person who opens its search is told so, and offered the search of the list. The browser's own search
 * continues (LIST-60).
 */
function FindHint({ count, onSearch }: FindHintProps): ReactNode {
  const say = useText();
  const [isTold, tell] = useState(false);
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void => {
      if (key.toLowerCase() === "f" && ctrlKey !== metaKey && !altKey && !shiftKey) tell(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const text = isTold ? say("ui.table.findDrawn", { count }) : "";
  return (
    <div className="find-hint">
      <output className="visually-hidden">{text}</output>
      {isTold && (
        <Note
          action={
            <>
              <Button
                icon="search"
                onClick={() => {
                  tell(false);
                  onSearch();
                }}
              >
                {say("ui.table.findHere")}
              </Button>
              <IconButton icon="close" label={say("ui.common.close")} onClick={() => tell(false)} />
            </>
          }
        >
          {text}
        </Note>
      )}
    </div>
  );
}

/** More rows are some hundred sheets, which the browser needs minutes for. */
const MOST_PRINTED = 10_000;
const OVERSCAN = 12;
const ROW_HEIGHT = { wide: 32, touch: 44, narrow: 57 } as const;

function useRowHeight(): number {
  const isNarrow = useIsNarrow();
  const isTouch = useMedia("(pointer: coarse)");
  if (isNarrow) return ROW_HEIGHT.narrow;
  return isTouch ? ROW_HEIGHT.touch : ROW_HEIGHT.wide;
}
