import { createContext, useContext } from "react";

/** True if the account of the dialogs below is signed out; they are hidden with their contents. */
const AwayContext = createContext(false);
export const AwayProvider = AwayContext.Provider;

export function useIsAway(): boolean {
  return useContext(AwayContext);
}
