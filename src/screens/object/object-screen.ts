import type { ReferenceRow } from "#contract/wire/metadata";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { allOrOwn } from "#core/screen/own";
import type { Planning } from "#core/screen/planning";
import type { Screen, Section } from "#core/screen/screen";
import type { Locale } from "#core/text";
import { stateSection } from "../heads/state.ts";
import type { Params } from "#contract/wire/json";
import { plannedBelow, plannedInList, plannedWithRow } from "./plannings.ts";
import { titleSteps } from "./title-steps.ts";

/** Shown rows of one reference on the page of an object. */
export const REFERENCE_LIMIT = 25;

/** Shown changes of a transaction; all of them can be reversed. */
const CHANGE_LIMIT = 200;

/** Prefix of steps whose rows refer to the object. */
const BY = "by_";

interface Related {
  readonly step: Step;
  readonly section: Section;
}

/** Everything about one object of any type: attributes, references, referring objects (`/object/:gpk`). */
export function objectScreen(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  gpk: string,
  locale: Locale,
): Screen {
  if (type.name === "wapi.transaction") return transactionScreen(gpk);
  const related = type.references
    // Computed relations have no attribute; sets of references do.
    .filter((reference) => reference.attribute_list.length > 0 && isKnown(catalogue, reference))
    .flatMap((reference) => relatedOf(catalogue, type, reference, locale));
  const steps: readonly Step[] = [
    { idx: "object", name: `${type.name}.list`, old: { gpk_list: [gpk] } },
    ...related.map((one) => one.step),
  ];
  const all = [...steps, ...titleSteps(catalogue, steps)];
  return {
    path: "/object/:fq_name",
    steps: () => all,
    current: {
      of: "object",
      missing: "editor.object.missing",
      // Sets of references belong to objects of their own, whose histories stand on their pages.
      history: type.references
        .filter(({ name, kind }) => kind === "fkey" && related.some(({ step: { idx } }) => idx === BY + name))
        .map(({ name }) => BY + name),
    },
    sections: [
      { kind: "detail", of: "object", plan: plannedWithRow({ catalogue, locale }, type) },
      ...related.map((one) => one.section),
    ],
  };
}

/** A transaction with its changes in order. */
function transactionScreen(gpk: string): Screen {
  return {
    path: "/object/:fq_name",
    steps: () => [
      { idx: "object", name: "wapi.transaction.list", old: { gpk_list: [gpk] } },
      {
        idx: "change",
        name: "wapi.change_log.list",
        old: { transaction_gfk: gpk, sorting_params_list: ["position ASC"], fetch_limit: CHANGE_LIMIT },
      },
      { idx: "state", name: "output.transaction_state.list", old: { transaction_gfk: gpk } },
    ],
    current: { of: "object", missing: "editor.object.missing" },
    sections: [
      // The changes below describe the effect of the steps.
      { kind: "detail", of: "object", fields: ["actor_login_name", "login_name"] },
      stateSection,
      { kind: "history", of: "change", isTransaction: true },
    ],
  };
}

function isKnown(catalogue: Catalogue, reference: ReferenceRow): boolean {
  return (
    catalogue.fn(reference.object_fq_name, "list") !== null &&
    catalogue.fn(reference.ref_object_fq_name, "list") !== null
  );
}

/** A reference is shown from each side that the type has. */
function relatedOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  reference: ReferenceRow,
  locale: Locale,
): readonly Related[] {
  const { name, attribute_list: attributes, object_fq_name: from, ref_object_fq_name: to } = reference;
  const isSelf = from === to;
  const offering = { catalogue, locale };
  const label = attributes.map((one) => catalogue.attributeName(from, one, locale)).join(", ");
  const sides: Related[] = [];
  const [target, origin] = [to, from].map((one) => catalogue.objectType(one));
  if (from === type.name && target != null) {
    // If a type refers to itself, the plain name of the reference means "the later row refers to the earlier row" (wire contract 3.4).
    const join = isSelf ? `${name}_inverse` : name;
    const kind = catalogue.typeName(to, locale);
    const caption = label === kind ? kind : `${label} → ${kind}`;
    sides.push(
      side({
        idx: `to_${name}`,
        type: target,
        join,
        caption,
        plan: plannedWithRow(offering, target),
        isAside: true,
      }),
    );
  }
  if (to === type.name && origin != null) {
    const many = catalogue.typePlural(from, locale);
    const caption = isOnlyOne(type, reference) ? many : `${many} (${label})`;
    const plan = plannedBelow(offering, origin, reference);
    const isAlways = plannedInList(offering, origin).length > 0;
    sides.push(
      side({
        idx: `${BY}${name}`,
        type: origin,
        join: name,
        caption,
        plan,
        isAlways,
        ...asideIf(origin, attributes),
      }),
    );
  }
  return sides;
}

/** True if objects of the type refer to this one by no other attribute, so that the attribute needs no name. */
function isOnlyOne(type: ObjectTypeMeta, { name, object_fq_name: from }: ReferenceRow): boolean {
  const isOther = (other: ReferenceRow): boolean =>
    other.name !== name && other.attribute_list.length > 0 && other.ref_object_fq_name === type.name;
  return from !== type.name && !type.references.some((one) => one.object_fq_name === from && isOther(one));
}

/** An object has at most one row whose key is the reference, such as its settings. */
function asideIf({ key }: ObjectTypeMeta, attributes: readonly string[]): Pick<Side, "isAside"> {
  return key.length > 0 && key.every((name) => attributes.includes(name)) ? { isAside: true } : {};
}

interface Side {
  readonly idx: string;
  /** Type of the rows, and the reference by which they belong to the object. */
  readonly type: ObjectTypeMeta;
  readonly join: string;
  readonly caption: string;
  readonly plan: readonly Planning[];
  /** The section is also shown without rows, and then says that there are none. Only the server creates objects that cannot be planned. */
  readonly isAlways?: boolean;
  /** A single row is shown in the side panel: the objects to which the object refers, usually one. */
  readonly isAside?: true;
}

function side({ idx, type, join, caption, plan, isAlways = true, isAside }: Side): Related {
  return {
    step: {
      idx,
      name: `${type.name}.list`,
      old: { fetch_limit: REFERENCE_LIMIT + 1 },
      inner_join_ref: { object: join },
    },
    section: {
      kind: "table",
      of: idx,
      caption,
      plan,
      ...(isAside === undefined ? {} : { isAside }),
      ...(isAlways ? {} : { when: { given: { rows: idx } } }),
    },
  };
}

/** The step of a type's list, by which other screens and tests find its rows. */
const LIST = "row";

/** The list of any object type with the filters of the address (`/object/:fq_name`). */
export function listScreen(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  filters: Params,
  locale: Locale,
): Screen {
  const step: Step = { idx: LIST, name: `${type.name}.list`, old: filters };
  const all = [step, ...titleSteps(catalogue, [step])];
  return {
    path: "/object/:fq_name",
    steps: () => all,
    sections: [
      {
        kind: "table",
        of: LIST,
        isLong: true,
        plan: plannedInList({ catalogue, locale }, type),
        ...(type.definition.has_owners ? { own: allOrOwn } : {}),
      },
    ],
  };
}
