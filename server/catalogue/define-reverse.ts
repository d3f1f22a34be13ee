import type { Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";

/** How the portal takes changes of a type back, as far as attributes and functions do not tell it (wire contract 5.2). */
export interface ReverseSpec {
  /** A create without any of these is refused. */
  readonly oneOf?: readonly string[];
  /** Only rows with a value in one of these can be deleted. */
  readonly deletableWith?: readonly string[];
  /** A link that is made and ends with an object that has a value in `where`: its type, its attributes, and the parameter of create for its other end. */
  readonly linked?: {
    readonly where: string;
    readonly link: ObjectName;
    readonly own: string;
    readonly other: string;
    readonly parameter: string;
  };
  /** Only the server makes rows with this flag, so they do not come back; `why` is said of them: `a session is begun only by signing in`. */
  readonly byServer?: { readonly flag: string; readonly why: Localised };
  /** For what only its holder can give: its turn in the order of giving, and the attribute with the receiver. */
  readonly given?: { readonly turn: number; readonly holder: string };
  /** What an object that is created again gets anew: `gets a new text`. */
  readonly renewed?: Localised;
}
