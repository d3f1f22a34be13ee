import { lazy, useState, type ComponentType, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { ChunkLoadError } from "#core/fault/chunk-load-error";

export interface Later<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the part, so that it is drawn at once when it is needed. */
  readonly fetch: () => Promise<unknown>;
  /** Whether it was loaded. */
  readonly isThere: () => boolean;
}

/** Whose texts a part draws: those that the first page brings, or any. */
export type TextsOfPart = "first" | "all";

let allTexts: () => Promise<unknown> = () => Promise.resolve();

/** Tells how the texts come that the first page does without. */
export function waitForTexts(load: () => Promise<unknown>): void {
  allTexts = load;
}

/**
 * A part that is loaded when it is first needed, like `lazy`. One that was loaded ahead is drawn without suspending: React would
 * show the fallback first and then keep it for 300 ms. One that does not come in time is an error like one that cannot be loaded,
 * `name` tells which; coming late, it is there for whoever draws it next.
 */
export function later<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  texts: TextsOfPart = "all",
): Later<Props> {
  let known: ComponentType<Props> | null = null;
  const keep = (part: ComponentType<Props>): ComponentType<Props> => {
    known = part;
    return part;
  };
  const fetch = async () => {
    const part: ComponentType<Props> = known ?? (await inTime(name, withTexts(load(), texts).then(keep)));
    return { default: part };
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
  readonly fetch: () => Promise<Call>;
}

/** A function that is loaded when it is first needed. */
export function laterCall<Call extends (...args: never[]) => unknown>(
  name: string,
  load: () => Promise<Call>,
): LaterCall<Call> {
  let known: Call | null = null;
  const keep = (call: Call): Call => {
    known = call;
    return call;
  };
  const fetch = async (): Promise<Call> => known ?? inTime(name, withTexts(load(), "all").then(keep));
  return {
    fetch,
    use: (work) => {
      if (known === null) void fetch().then(work);
      else work(known);
    },
  };
}

/** A part is drawn when its texts are there, so that nobody sees a key. */
async function withTexts<Part>(part: Promise<Part>, texts: TextsOfPart): Promise<Part> {
  return texts === "first" ? part : (await Promise.all([part, allTexts()]))[0];
}

/** What has not come in this time is waited for no longer (CONST-07). */
async function inTime<Part>(name: string, part: Promise<Part>): Promise<Part> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ChunkLoadError(name, "timeout")), LIMITS.chunkLoadTimeout);
  try {
    return await Promise.race([part, late]);
  } finally {
    clearTimeout(timer);
  }
}
