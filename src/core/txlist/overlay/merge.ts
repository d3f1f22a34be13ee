import type { Params, Row } from "#contract/wire/json";
import { OWN_LANGUAGE } from "../../catalogue/languages.ts";
import { furtherOf, textFieldName, translatedChanges } from "../../form/translated.ts";
import type { FormTarget } from "../../form/target.ts";
import { contentOf, fromNullText, NULL_TEXT, takesMoreThanGpks, type Planned } from "../planned.ts";
import { plannedValues } from "../make-planned.ts";

/** Meaning of an action on an object for a list that already plans something for this object. */
export type Merged =
  /** It is planned separately, or as part of the element that the target names. */
  | { readonly kind: "planned"; readonly target: FormTarget }
  /** The object is created by this element only, and the deletion removes the element. */
  | { readonly kind: "unmade"; readonly uuid: string }
  /** The object is already planned to be deleted. */
  | { readonly kind: "going" };

/**
 * The action in the form of the list. `uuids` are those of the elements that plan something for the object. The object is planned by one element, as
 * far as a form can plan it.
 */
export function mergedInto(items: readonly Planned[], uuids: readonly string[], target: FormTarget): Merged {
  const { object, operation } = target;
  const item = items.findLast(
    (one) => uuids.includes(one.uuid) && contentOf(one)?.object_fq_name === object && isWhole(one),
  );
  const isOfRow = operation === "update" || operation === "delete";
  if (item === undefined || !isOfRow) return { kind: "planned", target };
  const { uuid } = item;
  const isDelete = operation === "delete";
  switch (contentOf(item)?.object_function) {
    case "create":
      return isDelete ? { kind: "unmade", uuid } : { kind: "planned", target: createdTarget(item, target) };
    case "update":
      return {
        kind: "planned",
        target: isDelete ? { ...target, element: uuid } : changedTarget(item, target),
      };
    case "delete":
      return { kind: "going" };
    default:
      return { kind: "planned", target };
  }
}

/** An element that takes values from another one besides the gpk of its object has no form. */
function isWhole(item: Planned): boolean {
  const content = contentOf(item);
  return content !== null && !takesMoreThanGpks(content);
}

/** Contents of the form of a planned element besides the present values of its object. */
export function plannedTarget(
  item: Planned,
): Pick<FormTarget, "set" | "nulled" | "show" | "require" | "reduce" | "variant" | "losses" | "bundle"> {
  const content = contentOf(item);
  if (content === null) return {};
  const now = plannedValues(content);
  return {
    set: { ...plainValues(now), ...textsOf(item) },
    nulled: Object.keys(now).filter((name) => now[name] === NULL_TEXT),
    show: content.show_result,
    require: content.non_optionals,
    ...(content.input_reducer === null ? {} : { reduce: content.input_reducer }),
    ...(item.variant === null ? {} : { variant: item.variant }),
    ...(item.losses === undefined ? {} : { losses: item.losses }),
    ...bundleOf(item),
  };
}

function changedTarget(item: Planned, target: FormTarget): FormTarget {
  const planned = plannedTarget(item);
  return { ...target, ...planned, ...togetherWith(planned, target), element: item.uuid };
}

/** The form of a new object asks for everything again. */
function createdTarget(item: Planned, target: FormTarget): FormTarget {
  const planned = plannedTarget(item);
  const { object, title } = target;
  const named = title === undefined ? {} : { title };
  return {
    object,
    operation: "create",
    row: null,
    ...named,
    ...planned,
    ...togetherWith(planned, target),
    element: item.uuid,
  };
}

/** Values of the action take precedence over planned ones. */
function togetherWith(
  { set, nulled = [], require = [] }: Pick<FormTarget, "set" | "nulled" | "require">,
  target: FormTarget,
): Pick<FormTarget, "set" | "nulled" | "require"> {
  const given = target.set ?? {};
  return {
    set: { ...set, ...given },
    nulled: nulled.filter((name) => given[name] === undefined),
    require: [...new Set([...require, ...(target.require ?? [])])],
  };
}

/** Planned texts in other languages than the object's own, by their fields. */
function textsOf(item: Planned): Row {
  return Object.fromEntries(
    translatedChanges(item).map(({ attribute, language = OWN_LANGUAGE, after = null }) => [
      textFieldName({ attribute, language }),
      after,
    ]),
  );
}

/** Further statements of a bundle, which stay with its main action (TA-29). */
function bundleOf(item: Planned): Pick<FormTarget, "bundle"> {
  const statements = furtherOf(item);
  if (!("bundle" in item) || statements.length === 0) return {};
  const at = item.ta_type === "db_editor_bundle_prepend" ? "prepend" : "append";
  return { bundle: { at, statements } };
}

/** Planned values in the form of a row. */
export function plainValues(params: Params): Row {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, fromNullText(value)]));
}
