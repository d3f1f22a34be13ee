import {
  createContext,
  useContext,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { LIMITS } from "#contract/limits";
import { ChunkLoadError } from "#core/fault/chunk-load-error";

export interface Later<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the part ahead, so that it draws at once. */
  readonly fetch: () => Promise<unknown>;
  readonly isThere: () => boolean;
}

/** Texts that a part needs: those of the first page, or all. */
export type TextsOfPart = "first" | "all";

let allTexts: () => Promise<unknown> = () => Promise.resolve();

/** Sets how texts beyond the first page are loaded. */
export function waitForTexts(load: () => Promise<unknown>): void {
  allTexts = load;
}

/** Placeholder for the parts below until they are loaded; the default is nothing. */
export const Meanwhile = createContext<ReactNode>(null);

/**
 * A part that loads on first use and draws as soon as it is loaded: React would show the fallback of its `lazy` for at least 300 ms. A part that
 * loads too late throws an error with its `name`, like a missing part. It is used from the next drawing on.
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
  const fetch = async (): Promise<ComponentType<Props>> =>
    known ?? inTime(name, withTexts(load(), texts).then(keep));
  function Part(props: Props): ReactNode {
    const [Drawn, draw] = useState<ComponentType<Props> | null>(() => known);
    const [failure, fail] = useState<{ readonly error: unknown } | null>(null);
    const meanwhile = useContext(Meanwhile);
    useLayoutEffect(() => {
      if (Drawn === null)
        void fetch().then(
          (part) => draw(() => part),
          (error: unknown) => fail({ error }),
        );
    }, [Drawn]);
    if (failure !== null) throw failure.error;
    if (Drawn === null) return meanwhile;
    return (
      <Meanwhile value={null}>
        <Drawn {...props} />
      </Meanwhile>
    );
  }
  return Object.assign(Part, { fetch, isThere: () => known !== null });
}

/** A function that loads on first use. */
export function laterCall<Call extends (...args: never[]) => unknown>(
  name: string,
  load: () => Promise<Call>,
) {
  let known: Call | null = null;
  const keep = (call: Call): Call => {
    known = call;
    return call;
  };
  const fetch = async (): Promise<Call> => known ?? inTime(name, withTexts(load(), "all").then(keep));
  return {
    fetch,
    /** The function if it is loaded. */
    present: (): Call | null => known,
    /** Calls the work with the function, at once or when it is loaded. */
    use: (work: (call: Call) => void): void => {
      if (known === null) void fetch().then(work);
      else work(known);
    },
  };
}

/** A part waits for its texts, so that nobody sees a key. */
async function withTexts<Part>(part: Promise<Part>, texts: TextsOfPart): Promise<Part> {
  return texts === "first" ? part : (await Promise.all([part, allTexts()]))[0];
}

/** Rejects a part that takes longer (CONST-07). */
async function inTime<Part>(name: string, part: Promise<Part>): Promise<Part> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ChunkLoadError(name, "timeout")), LIMITS.chunkLoadTimeout);
  try {
    return await Promise.race([part, late]);
  } finally {
    clearTimeout(timer);
  }
}
