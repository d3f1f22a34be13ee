import { lazy, useState, type ComponentType, type ReactNode } from "react";

export interface Later<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the part, so that it is drawn at once when it is needed. */
  readonly fetch: () => Promise<unknown>;
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
  return Object.assign(Part, { fetch });
}
