import { createContext, useContext } from "react";

/** Dialogs below are out of sight, with everything that was typed into them: whoever they belong to is not there. */
const AwayContext = createContext(false);
export const AwayProvider = AwayContext.Provider;

export function useIsAway(): boolean {
  return useContext(AwayContext);
}
