// jsdom draws nothing: there is nothing to scroll, to measure or to put above the page.
Element.prototype.scrollIntoView = () => undefined;
HTMLElement.prototype.showPopover = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;

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
