/** Texts on their way from one who makes them to one who takes them; at most one waits, so that a slow taker holds up the maker. */
export interface Handover {
  /** Settles with the first text, or with the error that came instead. */
  readonly started: Promise<void>;
  readonly texts: AsyncIterable<string>;
  /** Resolves when the text is taken; false when nobody wants more. */
  put(text: string): Promise<boolean>;
  end(): void;
  fail(error: unknown): void;
}

type State =
  | { readonly kind: "open" }
  | { readonly kind: "ended" }
  | { readonly kind: "left" }
  | { readonly kind: "failed"; readonly error: unknown };

export function createHandover(): Handover {
  const start = Promise.withResolvers<void>();
  let state: State = { kind: "open" };
  let waiting: { readonly text: string; readonly taken: (wanted: boolean) => void } | null = null;
  let wake: () => void = () => undefined;

  function change(next: State): void {
    if (state.kind !== "open") return;
    state = next;
    wake();
  }

  async function* texts(): AsyncGenerator<string> {
    try {
      for (;;) {
        if (waiting !== null) {
          const { text, taken } = waiting;
          waiting = null;
          let isWanted = false;
          try {
            yield text;
            isWanted = true;
          } finally {
            taken(isWanted);
          }
        } else if (state.kind === "failed") throw state.error;
        else if (state.kind !== "open") return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      change({ kind: "left" });
      waiting?.taken(false);
    }
  }

  return {
    started: start.promise,
    texts: texts(),
    put(text) {
      if (state.kind !== "open") return Promise.resolve(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting = { text, taken: resolve };
      start.resolve();
      wake();
      return promise;
    },
    end() {
      start.resolve();
      change({ kind: "ended" });
    },
    fail(error) {
      start.reject(error);
      change({ kind: "failed", error });
    },
  };
}
