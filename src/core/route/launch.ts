import type { Row } from "#contract/wire/json";
import type { ObjectName, Step } from "#contract/wire/step";
import { rowHref } from "./object-routes.ts";

/** What a launch link means: a redirect at once, an object to look up, or an address that does not exist (LAUNCH-02). */
export type Launch =
  | { readonly kind: "redirect"; readonly href: string }
  | {
      readonly kind: "object";
      readonly type: ObjectName;
      readonly gpk: string;
      readonly variant: string | null;
    }
  | { readonly kind: "invalid" };

const OBJECT_TYPE = /^[a-z0-9_]+\.[a-z0-9_]+$/;

/** Reads what follows `/launch/`: an object type, then a component; search params prefill fields of the same name (LAUNCH-03). */
export function readLaunch(component: string, rest: string, query: string, hash: string): Launch {
  if (isObjectName(component)) {
    const gpk = rest.split("/")[0] ?? "";
    if (gpk === "") return { kind: "invalid" };
    const variant = hash.replace(/^#/, "");
    return { kind: "object", type: component, gpk, variant: variant === "" ? null : variant };
  }
  if (component === "home" && rest === "") return { kind: "redirect", href: "/home" };
  if (component === "create" && isObjectName(rest)) {
    const prefilled = query.replace(/^\?/, "");
    return { kind: "redirect", href: `/object/${rest}?create${prefilled === "" ? "" : `&${prefilled}`}` };
  }
  return { kind: "invalid" };
}

/** The step that finds the object of a launch link; its row makes the address. */
export function launchStep(type: ObjectName, gpk: string): Step {
  return { idx: "object", name: `${type}.list`, old: { gpk_list: [gpk] } };
}

/** Where a launch link leads; null for an object that is gone or may not be read (LAUNCH-07). */
export function launchTarget(type: string, row: Row | null, variant: string | null): string | null {
  return row === null ? null : rowHref(type, row, variant);
}

/** Launch link of an object, with the variant as hash (TA-60). */
export function launchHref(type: string, gpk: string, variant: string | null): string {
  return `/launch/${type}/${encodeURIComponent(gpk)}${variant === null ? "" : `#${variant}`}`;
}

function isObjectName(text: string): text is ObjectName {
  return OBJECT_TYPE.test(text);
}
