import type { LossReason } from "./losses.ts";

/** Rules of the server for reversals of a type that its metadata do not tell. */
export interface ReverseRule {
  /** Parameters that the server computes from one of these, so they are left out beside it. */
  readonly madeFrom?: Readonly<Record<string, readonly string[]>>;
  /** A create without any of these is refused. */
  readonly oneOf?: readonly string[];
  /** The attribute of a link that is created and deleted with its object; a parameter of create names the other end. */
  readonly linked?: {
    readonly where: string;
    readonly link: string;
    readonly own: string;
    readonly other: string;
    readonly parameter: string;
  };
  /** Only the server creates rows with this flag. */
  readonly ofServer?: { readonly flag: string; readonly reason: LossReason };
  /** Only rows with one of these can be deleted. */
  readonly deletableWith?: readonly string[];
  /** For something that only its holder can give: its turn in the order of giving, and the attribute with the receiver. */
  readonly given?: { readonly turn: number; readonly holder: string };
  /** What a recreated object gets anew, as a reason. */
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
