import { useEffect, useState } from "react";

/** What a loader gives, null until then; a failure is thrown. React's `use` would hold back the whole page, and letters typed meanwhile. */
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
