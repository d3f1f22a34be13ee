export type Looks = Readonly<ReturnType<typeof looksOf>>;

/** Colours of the map, taken from the page. */
export function looksOf(element: HTMLElement) {
  const probe = document.createElement("i");
  element.append(probe);
  const style = getComputedStyle(probe);
  // Only a drawn colour says which of its two values holds.
  const value = (name: string): string => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
  const looks = {
    surface: value("--surface"),
    line: value("--line"),
    edge: value("--edge"),
    text: value("--text"),
    muted: value("--muted"),
    accent: value("--accent"),
    new: value("--ok"),
    changed: value("--warn"),
    going: value("--bad"),
    font: style.fontFamily,
  };
  probe.remove();
  return looks;
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
