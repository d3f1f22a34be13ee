import type { Field, RequestForm } from "#contract/requests/form";
import { isObject, type Json } from "#contract/wire/json";
import { listOf, type Draft } from "#core/requests/draft";
import type { CollectedAction, CollectedActions } from "../../state/collected-actions.ts";

/** What was collected for a form and not sent, as its fields hold it (PREF-12). */
export function collectedDraft(form: RequestForm, store: CollectedActions): Draft {
  const { actions } = store.read();
  const field = collectedField(form);
  return field === undefined || actions.length === 0 ? {} : { [field.name]: actions };
}

/** Keeps what a form has collected, with the names of the objects in it. */
export function keepCollected(
  form: RequestForm,
  store: CollectedActions,
  draft: Draft,
  names: ReadonlyMap<string, string>,
): void {
  const field = collectedField(form);
  if (field === undefined) return;
  const actions = listOf(draft[field.name]).flatMap((entry) => (isObject(entry) ? [scalarsOf(entry)] : []));
  const values = new Set(actions.flatMap((action) => Object.values(action)));
  const named = [...names].filter(([value]) => values.has(value));
  store.keep({ actions, names: Object.fromEntries(named) });
}

function collectedField({ fields }: RequestForm): Field | undefined {
  return fields.find(({ isCollected }) => isCollected === true);
}

function scalarsOf(entry: Readonly<Record<string, Json>>): CollectedAction {
  return Object.fromEntries(
    Object.entries(entry).filter(
      (pair): pair is [string, CollectedAction[string]] => pair[1] !== null && typeof pair[1] !== "object",
    ),
  );
}
