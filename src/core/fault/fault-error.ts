import type { Fault } from "#contract/wire/fault";

/** A refused call as the rejection that TanStack Query wants; `status` 0: the server was not reached. */
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
