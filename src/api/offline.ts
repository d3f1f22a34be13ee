/** Follows whether the server is reached; `onChange` is told of changes only (spec 4.3). */
export function createReach(onChange: (isOnline: boolean) => void): (isReached: boolean) => void {
  let isOnline = true;
  return (isReached) => {
    if (isReached === isOnline) return;
    isOnline = isReached;
    onChange(isOnline);
  };
}
