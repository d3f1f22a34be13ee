import type { Http } from "../api/http.ts";
import { port } from "../ui/port.ts";

/** The server, for pages that ask for more than lists. */
export const useHttp = port<Http>();
