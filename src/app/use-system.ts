import { useQuery } from "@tanstack/react-query";
import type { SystemInfo } from "#contract/wire/system";
import { systemInfoQuery } from "../api/queries.ts";
import { useHttp } from "../editor/http.ts";

/** Information of the server about itself; null until it has answered. */
export function useSystem(): SystemInfo | null {
  return useQuery(systemInfoQuery(useHttp())).data ?? null;
}

/** Kind of the instance; null until it is known. */
export function useMode(): SystemInfo["host_oper_mode"]["mode"] | null {
  return useSystem()?.host_oper_mode.mode ?? null;
}
