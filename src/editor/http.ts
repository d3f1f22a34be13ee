import { createContext, useContext } from "react";
import type { Http } from "../api/http.ts";

const HttpContext = createContext<Http | null>(null);
export const HttpProvider = HttpContext.Provider;

/** The calls of the portal, for pages that ask for more than lists. */
export function useHttp(): Http {
  const http = useContext(HttpContext);
  if (http === null) throw new Error("no calls around this page");
  return http;
}
