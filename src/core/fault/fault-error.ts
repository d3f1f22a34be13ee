import type { Fault } from "#contract/wire/fault";

/** A refused call as an error for TanStack Query; `status` 0 means that the server was unreachable. */
export class FaultError extends Error {
  readonly fault: Fault;
  readonly status: number;

  constructor(fault: Fault, status: number) {
    super(fault.description);
    this.name = "FaultError";
    this.fault = fault;
    this.status = status;
  }
}
