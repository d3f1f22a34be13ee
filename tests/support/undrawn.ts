// jsdom draws nothing: there is nothing to scroll, to measure or to put above the page.
Element.prototype.scrollIntoView = () => undefined;
HTMLElement.prototype.showPopover = function showPopover(this: HTMLElement): void {
  this.style.display = "block";
};
HTMLElement.prototype.hidePopover = function hidePopover(this: HTMLElement): void {
  this.style.display = "";
};

class NothingMeasured implements ResizeObserver {
  observe(): void {
    // Nothing has a size.
  }
  unobserve(): void {
    // Nothing was observed.
  }
  disconnect(): void {
    // Nothing was observed.
  }
}

globalThis.ResizeObserver ??= NothingMeasured;

/** A window that fits no query: wide, light, with motion. */
class NoMatch extends EventTarget implements MediaQueryList {
  readonly matches = false;
  readonly onchange = null;
  readonly media: string;

  constructor(media: string) {
    super();
    this.media = media;
  }
  addListener(): void {
    // It never changes.
  }
  removeListener(): void {
    // It never changes.
  }
}

globalThis.matchMedia ??= (media) => new NoMatch(media);

// The part of a page that a screen keyboard leaves free: nothing is zoomed here.
Object.defineProperty(window, "visualViewport", { value: null });
