import { again, EXECUTE, post, requestOf, unread, type Attack } from "./attack.ts";

/** Answers that nobody reads, and short calls without pause. */
export const UNREAD: readonly Attack[] = [
  {
    name: "20 answers that nobody reads",
    send: (target, signal) => {
      const body = JSON.stringify(Array.from({ length: 20 }, () => ({ name: "wapi.function.list" })));
      const request = requestOf(target, "nora", `POST ${EXECUTE} HTTP/1.1`, body);
      return unread(target, 20, signal, () => request);
    },
  },
  {
    name: "30 short calls at a time",
    send: (target, signal) =>
      again(30, signal, () => post(target, "greta", '[{"name":"nd.site.list"}]', signal)),
  },
];
