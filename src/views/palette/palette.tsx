import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { Command } from "#core/search/commands";
import type { Joke } from "#core/search/jokes";
import type { SearchOptions } from "#core/search/search-steps";
import { usePortal } from "../../editor/portal.ts";
import { useLocale, useText } from "../../ui/text.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { emptyGroups, searchGroups, type Entry, type Group } from "./entries.ts";
import { PaletteControls, PaletteField } from "./palette-field.tsx";
import { optionId, PaletteList } from "./palette-list.tsx";
import { PaletteHelp, PaletteHint, PaletteKeys } from "./palette-notes.tsx";
import { useSearching } from "./use-searching.ts";
import { useWalk } from "./use-walk.ts";
import "./palette.css";

export interface PaletteProps {
  /** Searched at once. */
  readonly term: string;
  readonly commands: readonly Command[];
  readonly onJoke: (joke: Joke) => void;
}

/** The global search: objects of all kinds by one call, pages and commands. */
export function Palette({ term, commands, onJoke }: PaletteProps): ReactNode {
  const say = useText();
  const { search, visitor } = usePortal();
  const navigate = useNavigate();
  const kept = useSnapshot(search.state);
  const { dialog, input, close } = useDialog();
  const { searching, state } = useSearching(term, search.state.options);
  const [isHelpOpen, setHelp] = useState(false);
  const [showsAllTerms, setShowsAllTerms] = useState(false);
  const groups = useGroups(commands, state, showsAllTerms);
  const walk = useWalk(groups);
  const recalled = useRef(-1);
  const list = useId();
  const isStale = ["waiting", "asking"].includes(state.phase) || state.reading.kind === "badRegexp";

  const choose = (options: SearchOptions): void => {
    search.setOptions(options);
    searching.choose(options);
    input.current?.focus();
  };
  const searchFor = (text: string): void => {
    walk.reset();
    searching.search(text);
    input.current?.focus();
  };
  const type = (text: string): void => {
    walk.reset();
    if (text !== "") recalled.current = -1;
    searching.type(text);
  };
  const set = (what: "allObjects" | "allTerms" | "forget"): void => {
    if (what === "allObjects") choose({ ...state.options, isOwn: false });
    else if (what === "allTerms") setShowsAllTerms(true);
    else search.clearHistory();
  };
  const open = ({ act }: Entry, isNewTab: boolean): void => {
    if ("set" in act) return set(act.set);
    if ("term" in act) return searchFor(act.term);
    search.remember(state.text);
    if ("run" in act) {
      close();
      return act.run();
    }
    // As by a link: with an opener the tab would begin with what this one keeps, impersonation included.
    if (isNewTab || act.isExternal) return void window.open(act.href, "_blank", "noopener");
    close();
    return void navigate(act.href);
  };
  // One for all drawings: else each press of an arrow would draw thousands of lines anew.
  const latest = useLatest(open);
  const onOpen = useCallback<typeof open>((entry, isNewTab) => latest.current(entry, isNewTab), [latest]);
  const enter = (isNewTab: boolean): void => {
    if (state.reading.kind === "joke") {
      close();
      // Kept nowhere, the history included (EGG-10).
      return onJoke(state.reading.joke);
    }
    search.remember(state.text);
    const isSure = walk.isChosen || !isStale || isMeant(walk.active);
    if (walk.active !== null && isSure) open(walk.active, isNewTab);
    else if (state.text !== "" && state.phase !== "asking") searching.search(state.text);
  };
  /** The next older term of the history stands in the field, marked, so that typing replaces it. */
  const recall = (): void => {
    recalled.current = (recalled.current + 1) % Math.max(kept.history.length, 1);
    const text = kept.history[recalled.current];
    if (text === undefined) return;
    searchFor(text);
    requestAnimationFrame(() => input.current?.select());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Letters are letters here, and Enter is no key of a form below.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const act = walk.move(event) ? () => undefined : actOf(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const actOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): (() => void) | undefined => {
    const isControl = ctrlKey || metaKey;
    if (key === "Enter") return () => enter(isControl);
    if (key.toLowerCase() === "k" && isControl) return () => input.current?.select();
    if (state.text !== "") return undefined;
    if (key === "Backspace") return recall;
    return key === "?" ? () => setHelp(!isHelpOpen) : undefined;
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={say("views.palette.label")}
      onClose={() => search.close()}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className="palette-body">
        <div className="palette-head">
          <PaletteField
            inputRef={input}
            text={state.text}
            reading={state.reading}
            list={{
              id: list,
              isShown: groups.length > 0,
              active: walk.active === null ? null : optionId(list, walk.active),
            }}
            onType={type}
            onKeyDown={onKeyDown}
          />
          <PaletteControls
            options={state.options}
            isSignedIn={visitor.signedIn}
            isHelpOpen={isHelpOpen}
            onOptions={choose}
            onHelp={() => setHelp(!isHelpOpen)}
            onClose={close}
          />
        </div>
        {isHelpOpen && <PaletteHelp />}
        <PaletteHint
          state={state}
          isSignedIn={visitor.signedIn}
          hasLines={groups.some(({ id }) => id === "commands")}
          onLeave={close}
        />
        <PaletteList
          id={list}
          label={say("views.palette.results")}
          groups={groups}
          active={walk.active}
          isStale={isStale}
          onOpen={onOpen}
        />
        <output className="visually-hidden">
          {state.phase === "done" && say("views.palette.hits", { count: state.found?.count ?? 0 })}
        </output>
        <PaletteKeys />
      </div>
    </dialog>
  );
}

/** A command whose label begins with what was typed: it stands before all results and waits for none. */
function isMeant(entry: Entry | null): boolean {
  return entry?.isMeant === true;
}

/** Shown as a modal dialog of the browser while it is mounted: it traps the focus and gives it back. */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    input.current?.focus();
    input.current?.select();
    return () => shown?.close();
  }, []);
  return { dialog, input, close: () => dialog.current?.close() };
}

function useGroups(
  commands: readonly Command[],
  state: ReturnType<typeof useSearching>["state"],
  showsAllTerms: boolean,
): readonly Group[] {
  const say = useText();
  const locale = useLocale();
  const { catalogue, search, loginName } = usePortal();
  const { history, recent } = useSnapshot(search.state);
  return useMemo(() => {
    const source = { say, locale, catalogue, commands };
    if (state.text.trim() !== "") return searchGroups(source, state);
    const own = recent.filter(({ login }) => login === loginName);
    return emptyGroups(source, history, own, showsAllTerms);
  }, [say, locale, catalogue, commands, state, history, recent, loginName, showsAllTerms]);
}
