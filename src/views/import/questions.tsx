import { useId, type ReactNode } from "react";
import { IMPORT_KINDS } from "#imports/kind";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { Select } from "../../ui/field/select.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import type { ImportGiven } from "./run-import.ts";

interface QuestionsProps {
  readonly given: ImportGiven;
  readonly onChange: (next: Partial<ImportGiven>) => void;
}

const KIND_TEXTS = {
  zone: "views.import.zone",
  csv: "views.import.csv",
  kea: "views.import.kea",
  "isc-dhcp": "views.import.iscDhcp",
  netbox: "views.import.netbox",
} as const;

/** Asks for the kind of the files and for the facts that they do not contain. */
export function Questions({ given, onChange }: QuestionsProps): ReactNode {
  const say = useText();
  const id = useId();
  const { kind, type, zone, bcd } = given;
  return (
    <div className="import-questions">
      <label htmlFor={`${id}-kind`}>{say("views.import.kind")}</label>
      <Select
        id={`${id}-kind`}
        value={kind}
        choices={IMPORT_KINDS.map((one) => ({ value: one, label: say(KIND_TEXTS[one]) }))}
        onChoose={(next) => onChange({ kind: next })}
      />
      {kind === "csv" && <TypeChoice type={type} onType={(next) => onChange({ type: next })} />}
      {kind === "zone" && (
        <LabelledInput
          label={say("views.import.zoneName")}
          isOptional
          isCode
          example="example.edu."
          value={zone}
          onChange={(text) => onChange({ zone: text })}
        />
      )}
      {(kind === "kea" || kind === "isc-dhcp" || kind === "netbox") && (
        <LabelledInput
          label={say("views.import.bcd")}
          isOptional
          isCode
          example="org-lab-1"
          value={bcd}
          onChange={(text) => onChange({ bcd: text })}
        />
      )}
    </div>
  );
}

interface TypeChoiceProps {
  readonly type: string;
  readonly onType: (type: string) => void;
}

function TypeChoice({ type, onType }: TypeChoiceProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  const id = useId();
  const types = catalogue.types
    .filter(({ name }) => catalogue.fn(name, "create") !== null)
    .map(({ name }) => ({ name, label: catalogue.typeName(name, locale) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, intlTag(locale)))
    .map(({ name, label }) => ({ value: name, label: `${label} (${name})` }));
  return (
    <>
      <label htmlFor={id}>{say("views.import.type")}</label>
      <Select
        id={id}
        value={type}
        choices={[{ value: "", label: say("views.import.choose") }, ...types]}
        onChoose={onType}
      />
    </>
  );
}
