/** Colours of the map, taken from the page. */
export interface Looks {
  readonly surface: string;
  readonly line: string;
  readonly edge: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly font: string;
}

export function looksOf(element: HTMLElement): Looks {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    surface: value("--surface"),
    line: value("--line"),
    edge: value("--edge"),
    text: value("--text"),
    muted: value("--muted"),
    accent: value("--accent"),
    font: style.fontFamily,
  };
}

/** Calls back when the page changes its colours; answers how to stop. */
export function onLooks(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(changed);
  system.addEventListener("change", changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    system.removeEventListener("change", changed);
    chosen.disconnect();
  };
}
