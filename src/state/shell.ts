import { proxy } from "valtio";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

/** What the open screen shows, for footer and launch link (SHELL-17, TA-70). */
export interface CurrentObject {
  readonly type: string;
  readonly gpk: string;
  readonly title: string;
  readonly variant: string | null;
}

export interface Shell {
  isNavigationOpen: boolean;
  /** The navigation as a drawer of a small screen: opened for one choice, and not kept. */
  isDrawerOpen: boolean;
  isPlannedOpen: boolean;
  plannedWidth: number;
  isOnline: boolean;
  current: CurrentObject | null;
}

export interface ShellStore {
  readonly state: Shell;
  setPanel(panel: "isNavigationOpen" | "isPlannedOpen", isOpen: boolean): void;
  setDrawer(isOpen: boolean): void;
  /** Width of the planned list, 300 to 560 px. */
  setPlannedWidth(width: number): void;
  setOnline(isOnline: boolean): void;
  setCurrent(current: CurrentObject | null): void;
}

const WIDTH = { default: 360, least: 300, most: 560 } as const;

/** Panels around the screen; their visibility is kept over a reload (PREF-13). */
export function createShell({ storage }: { readonly storage: KeyStorage }): ShellStore {
  const { key } = STORAGE_KEYS.sidebars;
  const kept = readStored(storage, key);
  const member = (name: string): unknown =>
    typeof kept === "object" && kept !== null
      ? new Map<string, unknown>(Object.entries(kept)).get(name)
      : null;
  const state = proxy<Shell>({
    isNavigationOpen: member("navigation") !== false,
    isDrawerOpen: false,
    isPlannedOpen: member("planned") === true,
    plannedWidth: clampWidth(member("width")),
    isOnline: true,
    current: null,
  });
  const keep = () =>
    writeStored(storage, key, {
      navigation: state.isNavigationOpen,
      planned: state.isPlannedOpen,
      width: state.plannedWidth,
    });
  return {
    state,
    setPanel: (panel, isOpen) => {
      state[panel] = isOpen;
      keep();
    },
    setDrawer: (isOpen) => {
      state.isDrawerOpen = isOpen;
    },
    setPlannedWidth: (width) => {
      state.plannedWidth = clampWidth(width);
      keep();
    },
    setOnline: (isOnline) => {
      state.isOnline = isOnline;
    },
    setCurrent: (current) => {
      state.current = current;
    },
  };
}

function clampWidth(width: unknown): number {
  if (typeof width !== "number" || !Number.isFinite(width)) return WIDTH.default;
  return Math.min(WIDTH.most, Math.max(WIDTH.least, Math.round(width)));
}
