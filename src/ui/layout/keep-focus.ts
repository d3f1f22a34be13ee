const CONTROLS =
  ":is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary):not([tabindex='-1']), [tabindex='0']";
/** Focus stays within its part of the frame; a dialog returns it itself. */
const PARTS = "main, nav, header, footer, #planned, [aria-modal=true]";

/** Keeps the place of keyboard users from now on: when the focused control disappears, the nearest one takes the focus. */
export function keepFocus(): void {
  let focused: readonly Element[] = [];
  let isByKey = false;
  let frame = 0;
  const keep = ({ target }: Event): void => {
    focused = target instanceof Element && target.matches(CONTROLS) ? withParents(target) : [];
  };
  const press = ({ type }: Event): void => {
    isByKey = type === "keydown";
  };
  const removed = new MutationObserver((records) => {
    const [control] = focused;
    if (!isByKey || control === undefined || control.isConnected || !isLost()) return;
    const gap = gapOf(records, focused);
    const part = focused.find((one) => one.matches(PARTS));
    const left = focused;
    cancelAnimationFrame(frame);
    // Effects of drawn parts come first, because a title or a list may take the focus.
    frame = requestAnimationFrame(() => {
      if (isLost() && focused === left && part?.isConnected === true)
        nearest(left, part, gap)?.focus({ preventScroll: true });
    });
  });
  removed.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", keep);
  for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, press, { capture: true });
}

function withParents(element: Element): readonly Element[] {
  const { parentElement } = element;
  return parentElement === null ? [element] : [element, ...withParents(parentElement)];
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** The node after the place of the removed control. */
function gapOf(records: readonly MutationRecord[], focused: readonly Element[]): Node | null {
  const record = records.find(({ removedNodes }) => focused.some((one) => [...removedNodes].includes(one)));
  return record?.nextSibling ?? null;
}

/** The first control after the gap, else the last before it, in the smallest part around that has one. */
function nearest(left: readonly Element[], part: Element, gap: Node | null): HTMLElement | null {
  const around = left.filter((one) => one.isConnected && part.contains(one));
  for (const one of around) {
    const controls = [...one.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) =>
      control.checkVisibility(),
    );
    const next = controls.find((control) => gap !== null && isAtOrAfter(control, gap));
    const found = next ?? controls.at(-1);
    if (found !== undefined) return found;
  }
  return null;
}

function isAtOrAfter(control: Element, gap: Node): boolean {
  return (
    gap.contains(control) || (gap.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  );
}
