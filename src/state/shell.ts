import type { ObjectName } from "#contract/wire/step";
import type { RunMode } from "#core/txlist/run";
import { proxy } from "valtio";
import { objectIn, type Json } from "#contract/wire/json";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

/** The object of the open screen, for footer and launch link (SHELL-17, TA-70). */
export interface CurrentObject {
  readonly type: ObjectName;
  readonly gpk: string;
  readonly title: string;
  readonly variant: string | null;
  /** Path of the page that shows it. The address may be that of the next page already. */
  readonly shownAt: string;
}

interface Shell {
  isNavigationOpen: boolean;
  /** The navigation drawer of a small screen; open for one choice, not stored. */
  isDrawerOpen: boolean;
  isPlannedOpen: boolean;
  /** The run that the open list should begin, and the time limit; a list that is opened later begins none. */
  wanted: { readonly mode: RunMode; readonly until: number } | null;
  plannedWidth: number;
  isOnline: boolean;
  /** Pages show the planned state, or otherwise the present state. */
  isAsPlanned: boolean;
  current: CurrentObject | null;
}

export type ShellStore = ReturnType<typeof createShell>;

const WANTED_FOR = 5_000;
const WIDTH = { default: 360, least: 300, most: 560 } as const;

/** Panels around the screen; their visibility survives a reload (PREF-13). */
export function createShell({ storage }: { readonly storage: KeyStorage }) {
  const { key } = STORAGE_KEYS.sidebars;
  const { navigation, planned, width } = objectIn(readStored(storage, key)) ?? {};
  const state = proxy<Shell>({
    isNavigationOpen: navigation !== false,
    isDrawerOpen: false,
    isPlannedOpen: planned === true,
    wanted: null,
    plannedWidth: clampWidth(width),
    isOnline: true,
    isAsPlanned: true,
    current: null,
  });
  const keep = () =>
    writeStored(storage, key, {
      navigation: state.isNavigationOpen,
      planned: state.isPlannedOpen,
      width: state.plannedWidth,
    });
  const setPanel = (panel: "isNavigationOpen" | "isPlannedOpen", isOpen: boolean): void => {
    state[panel] = isOpen;
    keep();
  };
  return {
    state,
    setPanel,
    /** Opens the planned list, which then tests or applies itself; null once it has begun. */
    want: (mode: RunMode | null): void => {
      state.wanted = mode && { mode, until: Date.now() + WANTED_FOR };
      if (mode !== null) setPanel("isPlannedOpen", true);
    },
    setDrawer: (isOpen: boolean): void => {
      state.isDrawerOpen = isOpen;
    },
    /** Width of the planned list, 300 to 560 px. */
    setPlannedWidth: (wanted: number): void => {
      state.plannedWidth = clampWidth(wanted);
      keep();
    },
    setOnline: (isOnline: boolean): void => {
      state.isOnline = isOnline;
    },
    setAsPlanned: (isAsPlanned: boolean): void => {
      state.isAsPlanned = isAsPlanned;
    },
    setCurrent: (current: CurrentObject | null): void => {
      state.current = current;
    },
  };
}

function clampWidth(width: Json | undefined): number {
  if (typeof width !== "number" || !Number.isFinite(width)) return WIDTH.default;
  return Math.min(WIDTH.most, Math.max(WIDTH.least, Math.round(width)));
}
