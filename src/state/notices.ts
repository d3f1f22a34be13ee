import { proxy } from "valtio";
import { LIMITS } from "#contract/limits";
import type { Text } from "#core/text";

export interface Notice {
  readonly id: number;
  readonly tone: "info" | "success" | "warning" | "error";
  readonly title: Text | null;
  readonly text: Text;
}

interface NoticePorts {
  readonly now: () => number;
  /** Calls back after so many ms; answers how to cancel. */
  readonly later: (callback: () => void, delay: number) => () => void;
}

export type NoticeStore = ReturnType<typeof createNotices>;

const REPEAT_WITHIN = 1000;

/** Toasts; each hides after 10 s. */
export function createNotices(ports: NoticePorts) {
  const state = proxy<{ list: Notice[] }>({ list: [] });
  const clocks = new Map<number, () => void>();
  const holds = new Map<number, number>();
  const shownAt = new Map<string, number>();
  let lastId = 0;
  const close = (id: number) => {
    clocks.get(id)?.();
    clocks.delete(id);
    holds.delete(id);
    state.list = state.list.filter((notice) => notice.id !== id);
  };
  const start = (id: number) =>
    clocks.set(
      id,
      ports.later(() => close(id), LIMITS.toastHide),
    );
  return {
    state,
    /** Shows a notice; `once` names one that is suppressed if it repeats within a second (ERR-02). */
    show: (notice: Omit<Notice, "id">, once?: string): void => {
      if (once !== undefined) {
        const before = shownAt.get(once);
        shownAt.set(once, ports.now());
        if (before !== undefined && ports.now() - before < REPEAT_WITHIN) return;
      }
      const id = ++lastId;
      state.list.push({ ...notice, id });
      start(id);
    },
    close,
    /** Stops the timer of a notice while it is hovered or focused; two holds need two releases. */
    hold: (id: number): void => {
      holds.set(id, (holds.get(id) ?? 0) + 1);
      clocks.get(id)?.();
    },
    release: (id: number): void => {
      const left = (holds.get(id) ?? 0) - 1;
      holds.set(id, Math.max(0, left));
      if (left === 0 && state.list.some((notice) => notice.id === id)) start(id);
    },
  };
}
