import { useMemo, type ReactNode } from "react";
import type { Catalogue } from "#core/catalogue/catalogue";
import { checkValues, planChange } from "#core/form/plan-change";
import { planForm, type FormModel } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import { nameInside } from "#core/text";
import { plannedTitle, type Planned } from "#core/txlist/planned";
import { FieldNoteContext, type FieldNoteProps } from "../../ui/field/field-note-port.ts";
import { FreeAddressContext } from "../../ui/field/free-address-port.ts";
import { later } from "../../ui/layout/later.tsx";
import { useText } from "../../ui/text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useWords } from "../portal/words.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { FormDialog, type FormEnd } from "./form-dialog.tsx";
import { useFreeAddresses } from "./use-free-addresses.ts";

const NoForm = later("no-form", async () => (await import("./no-form.tsx")).NoForm);
/** Few fields have a note, so the code that draws notes is loaded with the first one. */
const FieldNote = later("field-note", async () => (await import("./field-note.tsx")).FieldNote);

export interface ObjectFormProps {
  readonly target: FormTarget;
  readonly edited: Planned | null;
  /** Opened from a field of another form: one object is created, then the other form continues. */
  readonly isInner?: boolean;
  readonly onPlanned: (item: Planned) => void;
  /** Saves a setting at once instead of planning it. */
  readonly save?: (item: Planned) => Promise<FormEnd>;
  readonly onClose: () => void;
}

/** The form of any object for create, update or delete, as a planned action (TAFORM-01 to TAFORM-04) or as a setting. */
export function ObjectForm({ target, ...form }: ObjectFormProps): ReactNode {
  const catalogue = useCatalogue();
  const prefs = useFormPrefs();
  const plan = useMemo(() => planForm(catalogue, target, prefs), [catalogue, target, prefs]);
  const free = useFreeAddresses(target);
  const uuid = form.edited?.uuid ?? null;
  const note = (props: FieldNoteProps): ReactNode =>
    plan !== null && isNoted(catalogue, plan, props) ? (
      <FieldNote {...props} plan={plan} uuid={uuid} />
    ) : null;
  if (plan === null) return <NoForm onClose={form.onClose} />;
  return (
    <FreeAddressContext value={free}>
      <FieldNoteContext value={note}>
        <ObjectDialog plan={plan} {...form} />
      </FieldNoteContext>
    </FreeAddressContext>
  );
}

/** True for a text whose form depends on another field, and for the name of an object that the form may create. */
function isNoted(
  catalogue: Catalogue,
  { fields, target }: FormModel,
  { name, value, values }: FieldNoteProps,
): boolean {
  const by = fields.find((field) => field.name === name)?.options.formBy;
  if (by !== undefined) return typeof (by.value ?? values[by.field]) === "string";
  const parameters = catalogue.fn(target.object, target.operation)?.parameters ?? {};
  return value !== undefined && Object.values(parameters).some(({ makes }) => makes?.reference === name);
}

interface ObjectDialogProps extends Omit<ObjectFormProps, "target"> {
  readonly plan: FormModel;
}

function ObjectDialog(props: ObjectDialogProps): ReactNode {
  const { plan, edited, isInner = false, onPlanned, save, onClose } = props;
  const say = useText();
  return (
    <FormDialog
      title={useTitle(plan, edited)}
      form={plan}
      isEdit={edited !== null}
      isAtOnce={save !== undefined}
      canContinue={plan.target.operation === "create" && edited === null && !isInner && save === undefined}
      check={(given) => checkValues(plan, given, toAscii)}
      onSubmit={(given) => {
        const change = planChange(plan, given, { uuid: edited?.uuid ?? crypto.randomUUID(), toAscii });
        if (change.kind === "unchanged") return { refused: say("core.form.unchanged") };
        if (change.kind === "invalid") return { refused: null };
        if (save !== undefined) return save(change.item);
        onPlanned(change.item);
        return "planned";
      }}
      onClose={onClose}
    />
  );
}

/** Title of the form: the name of the action on the screen, or the title of the edited element. An action without a name of its own gets the name of the type or object. */
function useTitle(plan: FormModel, edited: Planned | null): string {
  const { say, locale, catalogue } = useWords();
  const { target, type } = plan;
  const { title: text, caption, row, moves } = target;
  if (edited !== null) return say("editor.form.edit", { title: plannedTitle(edited, locale) });
  if (text !== undefined && row === null)
    return say(text, { type: nameInside(catalogue.typeName(moves ?? type.name, locale), locale) });
  const title =
    row === null ? catalogue.typeName(type.name, locale) : shownTitle(catalogue, type, row, locale);
  const named = text === undefined ? caption : say(text);
  if (named !== undefined) return say("editor.form.named", { text: named, title });
  return row === null ? say("editor.form.create", { type: title }) : say("editor.form.update", { title });
}
