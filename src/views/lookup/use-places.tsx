import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { MacHit } from "#contract/wire/tools";
import type { Step } from "#contract/wire/step";
import { listsQuery } from "../../api/queries.ts";
import { partOf } from "../../editor/names/named.ts";
import { PartLink } from "../../editor/names/part.tsx";
import { usePortal } from "../../editor/portal.ts";
import { reachedBy } from "../../editor/section/hops.ts";
import { useLocale } from "../../ui/text.ts";

/** The ports of the hits, what their wires go through, and the rooms of all that. */
function stepsOf(gpks: readonly string[]): readonly Step[] {
  return [
    { idx: "port", name: "nd.p_port.list", old: { gpk_list: [...gpks] } },
    {
      idx: "path",
      name: "nd.p_port.list",
      inner_join_ref: { port: "api_func_nd_p_port_is_contained_by_conn_id_gfk_list" },
    },
    { idx: "module", name: "nd.module.list", inner_join_ref: { path: "default" } },
    {
      idx: "around",
      name: "nd.module.list",
      inner_join_ref: { module: "api_func_nd_module_hierarchy_gfk_list_is_subset" },
    },
    { idx: "room", name: "nd.room.list", inner_join_ref: { around: "default" } },
  ];
}

const NO_LISTS: Lists = {};

/** Port, socket and room of a hit, each leading to its page where it is known; one call for all hits of a search. */
export function usePlaces(hits: readonly MacHit[]): (hit: MacHit) => readonly ReactNode[] {
  const { execute, viewer, catalogue } = usePortal();
  const locale = useLocale();
  const gpks = [...new Set(hits.flatMap(({ p_port_gfk: gpk }) => gpk ?? []))];
  const { data: lists = NO_LISTS } = useQuery({
    ...listsQuery(execute, viewer, stepsOf(gpks)),
    enabled: gpks.length > 0,
    retry: false,
  });
  const link = (object: string, row: Row | undefined, text: string | null): ReactNode => {
    if (row === undefined) return text;
    const part = partOf(catalogue, object, row, locale);
    return <PartLink key={object} part={text === null ? part : { ...part, text }} />;
  };
  const roomsOf = reachedBy(lists, [
    { from: "module", on: { gpk: "module_gfk" } },
    { from: "around", on: { gpk: "hierarchy_gfk_list" } },
    { from: "room", on: { gpk: "room_gfk" } },
  ]);
  return (hit) => {
    const port = lists["port"]?.find((row) => row["gpk"] === hit.p_port_gfk);
    const socket = lists["path"]?.find((row) => row["fq_name"] === hit.socket);
    const place = socket ?? port;
    const room = place === undefined ? undefined : roomsOf(place)[0];
    return [
      link("nd.p_port", port, hit.port),
      link("nd.p_port", socket, hit.socket),
      link("nd.room", room, null),
    ];
  };
}
