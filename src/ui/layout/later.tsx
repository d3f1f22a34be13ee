import { lazy, useState, type ComponentType, type ReactNode } from "react";

export interface Later<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the part, so that it is drawn at once when it is needed. */
  readonly fetch: () => Promise<unknown>;
  /** Whether it was loaded. */
  readonly isThere: () => boolean;
}

/**
 * A part that is loaded when it is first needed, like `lazy`. One that was loaded ahead is drawn without suspending: React would
 * show the fallback first and then keep it for 300 ms.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let known: ComponentType<Props> | null = null;
  const fetch = async () => {
    known ??= await load();
    return { default: known };
  };
  const Lazy = lazy(fetch);
  function Part(props: Props): ReactNode {
    // What it is drawn by stays, or its state would be lost when the part has come.
    const [Drawn] = useState<ComponentType<Props>>(() => known ?? Lazy);
    return <Drawn {...props} />;
  }
  return Object.assign(Part, { fetch, isThere: () => known !== null });
}

export interface LaterCall<Call> {
  /** Gives the function to the work: at once when it is there, otherwise when it has come. */
  readonly use: (work: (call: Call) => void) => void;
  readonly fetch: () => Promise<unknown>;
}

/** A function that is loaded when it is first needed. */
export function laterCall<Call extends (...args: never[]) => unknown>(
  load: () => Promise<Call>,
): LaterCall<Call> {
  let known: Call | null = null;
  const fetch = async (): Promise<Call> => {
    const call = known ?? (await load());
    known = call;
    return call;
  };
  return {
    fetch,
    use: (work) => {
      if (known === null) void fetch().then(work);
      else work(known);
    },
  };
}
