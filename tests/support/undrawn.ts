// jsdom draws nothing, so there is nothing to scroll, to measure or to put on top of the page.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.checkVisibility = () => true;
window.scrollTo = () => undefined;
HTMLElement.prototype.showPopover = function showPopover(this: HTMLElement): void {
  this.style.display = "block";
};
HTMLElement.prototype.hidePopover = function hidePopover(this: HTMLElement): void {
  this.style.display = "";
};

class NothingMeasured implements ResizeObserver {
  observe(): void {
    // No element has a size.
  }
  unobserve(): void {
    // Nothing is observed.
  }
  disconnect(): void {
    // Nothing is observed.
  }
}

globalThis.ResizeObserver ??= NothingMeasured;

/** No media query matches: the window is wide and light and allows motion. */
class NoMatch extends EventTarget implements MediaQueryList {
  readonly matches = false;
  readonly onchange = null;
  readonly media: string;

  constructor(media: string) {
    super();
    this.media = media;
  }
  addListener(): void {
    // The result never changes.
  }
  removeListener(): void {
    // The result never changes.
  }
}

globalThis.matchMedia ??= (media) => new NoMatch(media);

// `null` means that no screen keyboard covers the page and nothing is zoomed.
Object.defineProperty(window, "visualViewport", { value: null });
