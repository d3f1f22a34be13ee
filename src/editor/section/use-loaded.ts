import { useEffect, useState } from "react";

/** The value of a loader, null until it is loaded. A failure is thrown. React's `use` would hold back the whole page and the letters typed meanwhile. */
export function useLoaded<T>(load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    load().then(
      (one) => setLoaded(() => one),
      (error: unknown) => setFailure({ error }),
    );
  }, [load]);
  if (failure !== null) throw failure.error;
  return loaded;
}
