import type { LossReason } from "./losses.ts";

/** What taking changes of a type back has to know beyond its metadata: rules of the server that bind several parameters. */
export interface ReverseRule {
  /** Not given beside one of these: the server makes it from them. */
  readonly madeFrom?: Readonly<Record<string, readonly string[]>>;
  /** A create without any of these is refused. */
  readonly oneOf?: readonly string[];
  /** A link that is made and ended together with its object, where this attribute is filled; a parameter of create names its other end. */
  readonly linked?: {
    readonly where: string;
    readonly link: string;
    readonly own: string;
    readonly other: string;
    readonly parameter: string;
  };
  /** Rows with this flag are made by the server alone. */
  readonly ofServer?: { readonly flag: string; readonly reason: LossReason };
  /** Only rows that have one of these can be deleted. */
  readonly deletableWith?: readonly string[];
  /** Given only by who has it: in which turn, and the attribute that names who gets it. */
  readonly given?: { readonly turn: number; readonly holder: string };
  /** What is made anew with the object, and by what name it is known. */
  readonly renewed?: LossReason;
}

const RULES: Readonly<Record<string, ReverseRule>> = {
  "cntl.mgr": {
    madeFrom: { login_name: ["sub_id", "svc_id"] },
    deletableWith: ["sub_id", "svc_id"],
    linked: { where: "svc_id", link: "cntl.mgr2ou", own: "login_name", other: "ou", parameter: "ou" },
  },
  "cntl.mgr2role": { given: { turn: 0, holder: "login_name" } },
  "cntl.wapi_auth2role": { given: { turn: 1, holder: "wapi_auth_gfk" } },
  "cntl.wapi_auth": {
    ofServer: { flag: "is_session", reason: "core.reverse.session" },
    renewed: "core.reverse.newToken",
  },
  "nd.module": { oneOf: ["room_gfk", "parent_gfk"] },
};

const NONE: ReverseRule = {};

export function reverseRuleOf(type: string): ReverseRule {
  return RULES[type] ?? NONE;
}
