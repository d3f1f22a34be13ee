/** An event for the audit. Members that do not apply are left out. */
export interface AuditEvent {
  readonly event:
    | "sign_in"
    | "sign_in_refused"
    | "sign_out"
    | "sessions_ended"
    | "applied"
    | "apply_refused"
    | "rights_changed"
    | "impersonation"
    | "impersonation_refused"
    | "token_made"
    | "token_changed"
    | "token_deleted"
    | "lost";
  /** Address that the request came from. */
  readonly from?: string;
  /** Login name of an account that exists. */
  readonly who?: string;
  /** Login name of the account in effect, if it is another one. */
  readonly as?: string;
  /** Value of `X-Request-Id` of the answer. */
  readonly request?: string;
  /** `password` or `provider` of a sign-in, `admin` for what `npm run admin` did. */
  readonly method?: string;
  /** User of the machine who ran `npm run admin`. */
  readonly operator?: string;
  /** Name of the fault. */
  readonly fault?: string;
  /** Number of the record of the transaction. */
  readonly transaction?: string;
  /** Writing functions with the number of their steps. */
  readonly functions?: Readonly<Record<string, number>>;
  /** Number of sessions that ended, or of lines that were lost. */
  readonly count?: number;
}

/** Takes an event. Never fails and never waits. */
export type Audit = (event: AuditEvent) => void;

/** An event with its time, as it is written. */
export interface AuditLine extends AuditEvent {
  readonly time: string;
}
