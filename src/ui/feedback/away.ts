import { createContext } from "react";

/** True if the account of the dialogs below is signed out; they are hidden with their contents. */
export const AwayContext = createContext(false);
