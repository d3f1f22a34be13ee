import { useLayoutEffect, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useSnapshot } from "valtio";
import { LIMITS } from "#contract/limits";
import type { Reading, SearchReading } from "#core/search/read-term";
import type { SearchOptions } from "#core/search/search-steps";
import type { TextKey } from "#core/text";
import { useSearch } from "../../editor/portal/stores.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { useText, type Say } from "../../ui/text.ts";

interface PaletteFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly reading: Reading;
  readonly list: { readonly id: string; readonly isShown: boolean; readonly active: string | null };
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Meanings of a term, shown beside the field. */
const CLASSES: readonly (readonly [keyof SearchReading["classes"], TextKey])[] = [
  ["mac", "views.palette.mac"],
  ["address", "views.palette.address"],
  ["network", "views.palette.network"],
  ["bcdId", "views.palette.bcdId"],
  ["vlan", "views.palette.vlan"],
  ["vxlan", "views.palette.vxlan"],
];

/** The field of the search, with the meanings of its text; focused from the start, and the next key replaces the text. */
export function PaletteField(props: PaletteFieldProps): ReactNode {
  const { inputRef, text, reading, list, onType, onKeyDown } = props;
  const say = useText();
  const search = useSearch();
  const { opened } = useSnapshot(search.state);
  useLayoutEffect(() => {
    inputRef.current?.focus();
    inputRef.current?.select();
  }, [inputRef]);
  useLayoutEffect(() => {
    // The dialog may appear late or be slow to give the focus, so keys pressed meanwhile are kept and added here.
    const typed = search.take();
    if (typed === "") return;
    inputRef.current?.focus();
    onType(text + typed);
    // The effect runs only for a kept key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opened?.typed]);
  return (
    <div className="palette-field">
      <Icon name="search" />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        aria-label={say("views.palette.label")}
        aria-autocomplete="list"
        aria-expanded={list.isShown}
        aria-controls={list.id}
        {...(list.active === null ? {} : { "aria-activedescendant": list.active })}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={say("app.search.open")}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="palette-chips">
        {chipsOf(reading, say).map((chip) => (
          <span key={chip} className="palette-chip">
            {chip}
          </span>
        ))}
      </span>
    </div>
  );
}

function chipsOf(reading: Reading, say: Say): readonly string[] {
  if (reading.kind !== "search") return [];
  const { system, isRegexp, classes } = reading;
  const named = CLASSES.filter(([name]) => classes[name] !== undefined);
  return [
    ...(system === null ? [] : [`${system}:`]),
    ...(isRegexp ? [say("views.palette.regexp")] : []),
    ...named.map(([, text]) => say(text)),
  ];
}

interface PaletteControlsProps {
  readonly options: SearchOptions;
  readonly isSignedIn: boolean;
  readonly isHelpOpen: boolean;
  readonly onOptions: (options: SearchOptions) => void;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** Options of the search: own objects, results of each kind, help, close. */
export function PaletteControls(props: PaletteControlsProps): ReactNode {
  const { options, isSignedIn, isHelpOpen, onOptions, onHelp, onClose } = props;
  const say = useText();
  return (
    <div className="palette-controls">
      {isSignedIn && (
        <>
          <label className="palette-own">
            {say("views.palette.ownOnly")}
            <input
              type="checkbox"
              role="switch"
              aria-checked={options.isOwn}
              className="switch"
              checked={options.isOwn}
              onChange={(event) => onOptions({ ...options, isOwn: event.target.checked })}
            />
          </label>
          <select
            className="control"
            aria-label={say("views.palette.limit")}
            title={say("views.palette.limit")}
            value={options.limit}
            onChange={(event) => onOptions({ ...options, limit: Number(event.target.value) })}
          >
            {LIMITS.searchLimits.map((limit) => (
              <option key={limit} value={limit}>
                {limit === 0 ? say("views.palette.unlimited") : String(limit)}
              </option>
            ))}
          </select>
        </>
      )}
      <IconButton
        icon="unknown"
        label={say("views.palette.help")}
        aria-pressed={isHelpOpen}
        onClick={onHelp}
      />
      <IconButton icon="close" label={say("ui.common.close")} onClick={onClose} />
    </div>
  );
}
