import { useId, type ReactNode } from "react";
import { IMPORT_KINDS, type ImportKind } from "#core/import/kind";
import { usePortal } from "../../editor/portal.ts";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { useLocale, useText } from "../../ui/text.ts";
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

/** What the files are, and what they do not tell themselves. */
export function Questions({ given, onChange }: QuestionsProps): ReactNode {
  const say = useText();
  const id = useId();
  const { kind, type, zone, bcd } = given;
  return (
    <div className="import-questions">
      <label htmlFor={`${id}-kind`}>{say("views.import.kind")}</label>
      <select
        id={`${id}-kind`}
        className="control"
        value={kind}
        onChange={({ target }) => onChange({ kind: kindIn(target.value) })}
      >
        {IMPORT_KINDS.map((one) => (
          <option key={one} value={one}>
            {say(KIND_TEXTS[one])}
          </option>
        ))}
      </select>
      {kind === "csv" && <TypeChoice type={type} onType={(next) => onChange({ type: next })} />}
      {kind === "zone" && (
        <LabelledInput
          label={say("views.import.zoneName")}
          isOptional
          isCode
          example="example.edu."
          value={zone}
          problem={null}
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
          problem={null}
          onChange={(text) => onChange({ bcd: text })}
        />
      )}
    </div>
  );
}

function kindIn(text: string): ImportKind {
  return IMPORT_KINDS.find((one) => one === text) ?? "csv";
}

function TypeChoice({
  type,
  onType,
}: {
  readonly type: string;
  readonly onType: (type: string) => void;
}): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const id = useId();
  const choices = catalogue.types
    .filter(({ name }) => catalogue.fn(name, "create") !== null)
    .map(({ name }) => ({ name, label: catalogue.typeName(name, locale) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <>
      <label htmlFor={id}>{say("views.import.type")}</label>
      <select id={id} className="control" value={type} onChange={({ target }) => onType(target.value)}>
        <option value="">{say("views.import.choose")}</option>
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label} ({name})
          </option>
        ))}
      </select>
    </>
  );
}
