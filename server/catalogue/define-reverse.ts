import type { Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";

/** How the portal takes changes of a type back, if attributes and functions do not determine it (wire contract 5.2). */
export interface ReverseSpec {
  /** A create without any of these members is refused. */
  readonly oneOf?: readonly string[];
  /** Only rows with a value in one of these attributes can be deleted. */
  readonly deletableWith?: readonly string[];
  /**
   * Type of a link that is created and deleted together with an object that has a value in `where`: its attributes, and the parameter of create for
   * its other end.
   */
  readonly linked?: {
    readonly where: string;
    readonly link: ObjectName;
    readonly own: string;
    readonly other: string;
    readonly parameter: string;
  };
  /** Only the server creates rows with this flag, so they cannot be restored. `why` explains it: `a session is begun only by signing in`. */
  readonly byServer?: { readonly flag: string; readonly why: Localised };
  /** For rights that only their holder can give: the position in the order of giving, and the attribute with the receiver. */
  readonly given?: { readonly turn: number; readonly holder: string };
  /** What is new in an object that is created again: `gets a new text`. */
  readonly renewed?: Localised;
}
