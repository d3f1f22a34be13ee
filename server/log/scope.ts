import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered, for the lines of the log that belong to it. */
export const requestScope = new AsyncLocalStorage<{ readonly request: string }>();
